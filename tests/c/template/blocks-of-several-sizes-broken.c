// Blocks of one allocation site have different sizes: an access that fits the last one does not fit the first.
//@ engines: template
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *first = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        char *p = malloc(i + 1);
        if (!p)
            abort();
        if (!first)
            first = p;
    }
    if (n > 2)
        first[2] = 1; //~ ERROR out-of-bounds
    return 0;
}
