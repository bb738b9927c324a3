// A stack of blocks with a mark; everything above the mark is released at once.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct block {
    struct block *below;
    char bytes[24];
};

static struct block *top;

static char *push(void) {
    struct block *b = malloc(sizeof *b);
    b->below = top;
    top = b;
    return b->bytes;
}

static void release(struct block *mark) {
    while (top != mark) {
        struct block *b = top;
        top = b->below;
        free(b);
    }
}

int main(void) { //~ SAFE
    char *outer = push();
    struct block *mark = top;
    while (__VERIFIER_nondet_int())
        push()[23] = 1;
    release(mark);
    outer[0] = 2;
    release(NULL);
    return 0;
}
