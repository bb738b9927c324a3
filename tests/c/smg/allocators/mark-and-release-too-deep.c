// The mark was taken below the block that is used afterwards.
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

int main(void) {
    struct block *mark = top;
    char *outer = push();
    while (__VERIFIER_nondet_int())
        push()[23] = 1;
    release(mark);
    outer[0] = 2; //~ ERROR use-after-free
    release(NULL);
    return 0;
}
