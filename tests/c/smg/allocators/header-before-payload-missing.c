// The header of a block that has none lies before its start.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct header {
    size_t size;
    struct header *next;
};

static struct header *blocks;

static size_t size_of(void *p) {
    return ((struct header *)p - 1)->size; //~ ERROR out-of-bounds
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *p = malloc(sizeof *p);
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
