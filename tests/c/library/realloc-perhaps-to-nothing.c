// A size that may be 0: null does not mean that the old block is still there.
//@ engines: hunt
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 8;
    int *p = malloc(4), *q = realloc(p, n);
    if (q == NULL) {
        free(p); //~ ERROR double-free
        return 1;
    }
    free(q);
    return 0;
}
