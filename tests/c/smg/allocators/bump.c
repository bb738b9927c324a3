// A bump allocator: objects are cut off one block, which is freed as a whole.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct arena {
    char *begin;
    size_t used, size;
};

static void *take(struct arena *a, size_t n) {
    if (n > a->size - a->used)
        return NULL;
    void *p = a->begin + a->used;
    a->used += n;
    return p;
}

int main(void) { //~ SAFE
    struct arena a = { malloc(64), 0, 64 };
    long *p;
    while ((p = take(&a, 2 * sizeof *p))) {
        p[0] = 1;
        p[1] = 2;
        if (__VERIFIER_nondet_int() > 1)
            break;
    }
    assert(a.used <= a.size);
    free(a.begin);
    return 0;
}
