// The array is freed, the items in it are not.
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
    free(items); //~ ERROR memory-leak
    return 0;
}
