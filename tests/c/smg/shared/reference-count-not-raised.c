// The second holder does not count, so the first one's release frees the block.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct blob {
    int count;
    int value;
};

static struct blob *acquire(struct blob *b) {
    return b;
}

static void release(struct blob *b) {
    if (--b->count == 0)
        free(b);
}

int main(void) {
    struct blob *one = malloc(sizeof *one);
    one->count = 1;
    one->value = 2;
    struct blob *two = acquire(one);
    release(one);
    assert(two->value == 2); //~ ERROR use-after-free
    release(two);
    return 0;
}
