// One of the sizes is too small for the last access.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4 || n > 100)
        return 0;
    char *p = malloc(n);
    p[0] = 1;
    p[4] = 2; //~ ERROR out-of-bounds
    free(p);
    return 0;
}
