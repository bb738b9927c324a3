// One cell more is linked than the block has room for.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { CELLS = 6 };

struct cell {
    struct cell *next;
    int value;
};

int main(void) {
    struct cell *pool = malloc(CELLS * sizeof *pool);
    struct cell *unused = NULL;
    for (int i = 0; i <= CELLS; i++) {
        pool[i].next = unused; //~ ERROR out-of-bounds
        pool[i].value = 0;
        unused = &pool[i];
    }
    struct cell *used = NULL;
    while (unused && __VERIFIER_nondet_int()) {
        struct cell *c = unused;
        unused = c->next;
        c->value = 1;
        c->next = used;
        used = c;
    }
    for (struct cell *c = used; c; c = c->next)
        assert(c->value == 1);
    free(pool);
    return 0;
}
