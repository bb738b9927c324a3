// The pointer that the user sees is freed, not the block's start.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct header {
    size_t size;
    struct header *next;
};

static struct header *blocks;

static void *allocate(size_t size) {
    struct header *h = malloc(sizeof *h + size);
    h->size = size;
    h->next = blocks;
    blocks = h;
    return h + 1;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *p = allocate(sizeof *p);
        *p = 4;
        free(p); //~ ERROR interior-free
    }
    while (blocks) {
        struct header *h = blocks;
        blocks = h->next;
        free(h);
    }
    return 0;
}
