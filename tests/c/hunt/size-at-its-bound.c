// Only the greatest of many sizes goes wrong: one byte more than there is.
//@ engines: hunt
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char copy[60000];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1000 || n > 60001)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 0;
    unsigned last = n - 1;
    if (last >= 59990)
        copy[last] = 1; //~ ERROR out-of-bounds
    free(p);
    return 0;
}
