// Whoever minds that a size of 0 frees the block loses nothing.
//@ engines: hunt smg
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ SAFE
    char *p = malloc(4), *q = realloc(p, __VERIFIER_nondet_uint() % 4);
    if (q)
        q[0] = 0;
    free(q);
    return 0;
}
