// An array of pointers to nodes grows; the nodes stay where they are.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    int value;
};

int main(void) { //~ SAFE
    struct item **items = NULL;
    unsigned n = 0;
    while (n < 4 && __VERIFIER_nondet_int()) {
        items = realloc(items, (n + 1) * sizeof *items);
        items[n] = malloc(sizeof **items);
        items[n]->value = 2;
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        assert(items[i]->value == 2);
        free(items[i]);
    }
    free(items);
    return 0;
}
