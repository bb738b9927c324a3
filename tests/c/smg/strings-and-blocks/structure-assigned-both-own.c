// Both copies of the structure free the block.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buffer {
    char *bytes;
    int length;
};

static void drop(struct buffer *b) {
    free(b->bytes); //~ ERROR double-free
    b->bytes = NULL;
}

int main(void) {
    struct buffer one = { malloc(5), 5 };
    one.bytes[4] = 'x';
    struct buffer two = one;
    if (__VERIFIER_nondet_int()) {
        one.bytes = NULL;
        one.length = 0;
        assert(two.length == 5 && two.bytes[4] == 'x');
    } else {
        two.length = 0;
    }
    drop(&one);
    drop(&two);
    return 0;
}
