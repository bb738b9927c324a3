// What is left of a request that is rounded up is added without a look: it goes wrong for few of many sizes.
//@ engines: hunt
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1000 || n > 59999)
        return 0;
    unsigned room = n / 16 * 16 + 15;
    char *p = malloc(room);
    if (!p)
        return 0;
    unsigned end = (n + 1) / 16 * 16 + 14;
    p[end] = 1; //~ ERROR out-of-bounds
    free(p);
    return 0;
}
