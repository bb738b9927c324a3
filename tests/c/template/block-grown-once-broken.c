// The block may have moved, or not: neither can be relied on.
//@ engines: template smg auto
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);
int main(void) { //~ NOT-PROVED
    int *a = malloc(2 * sizeof *a);
    unsigned long before = (unsigned long)a;
    int *b = realloc(a, 4 * sizeof *b);
    __VERIFIER_assert((unsigned long)b == before);
    free(b);
    return 0;
}
