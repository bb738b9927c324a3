// A third holder goes away without a release; the block outlives all its holders.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct blob {
    int count;
    int value;
};

static struct blob *acquire(struct blob *b) {
    b->count++;
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
    if (__VERIFIER_nondet_int()) {
        struct blob *three = acquire(two);
        three->value = 2;
    }
    release(one);
    assert(two->value == 2);
    if (two->count == 1)
        release(two);
    else
        two->value = 0; //~ ERROR memory-leak
    return 0;
}
