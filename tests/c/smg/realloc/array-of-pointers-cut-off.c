// Making the array smaller cuts off the last item.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    int value;
};

int main(void) {
    struct item **items = NULL;
    unsigned n = 0;
    while (n < 4 && __VERIFIER_nondet_int()) {
        items = realloc(items, (n + 1) * sizeof *items);
        items[n] = malloc(sizeof **items);
        items[n]->value = 2;
        n++;
    }
    if (n == 2) {
        n = 1;
        items = realloc(items, sizeof *items); //~ ERROR memory-leak
    }
    for (unsigned i = 0; i < n; i++) {
        assert(items[i]->value == 2);
        free(items[i]);
    }
    free(items);
    return 0;
}
