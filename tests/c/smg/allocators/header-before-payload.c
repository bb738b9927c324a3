// Each block has a header in front of what the user sees.
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

static size_t size_of(void *p) {
    return ((struct header *)p - 1)->size;
}

int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int()) {
        int *p = allocate(sizeof *p);
        *p = 4;
        assert(size_of(p) == sizeof *p);
    }
    while (blocks) {
        struct header *h = blocks;
        blocks = h->next;
        free(h);
    }
    return 0;
}
