// The mark was released before, so the search for it runs over the end of the stack.
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
        top = b->below; //~ ERROR null-deref
        free(b);
    }
}

int main(void) {
    char *outer = push();
    struct block *mark = top;
    while (__VERIFIER_nondet_int())
        push()[23] = 1;
    release(mark);
    outer[0] = 2;
    release(NULL);
    release(mark);
    return 0;
}
