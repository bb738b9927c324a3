// The size of the block is any of a billion numbers; nobody enumerates them.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ SAFE
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4 || n > 1000000000)
        return 0;
    char *p = malloc(n);
    p[0] = 1;
    p[3] = 2;
    char v = p[0];
    free(p);
    return v;
}
