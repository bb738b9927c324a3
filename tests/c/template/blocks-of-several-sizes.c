// Blocks of one allocation site have different sizes, and what every one of them has is written.
//@ engines: template
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    char *first = 0;
    int n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 0;
    for (int i = 0; i < n; i++) {
        char *p = malloc(i + 3);
        if (!p)
            abort();
        if (!first)
            first = p;
    }
    if (n > 2)
        first[2] = 1;
    return 0;
}
