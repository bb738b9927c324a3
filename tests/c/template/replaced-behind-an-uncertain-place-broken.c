// A block is lost only where an index is large, behind an access whose index the shape analysis knows nothing of: what follows the access
// is followed for every index inside the block, not only for those that are inside whatever its size.
//@ engines: auto
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 1 || n > 8 || k < 0 || k > 7)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 1;
    int i = k * k % n;
    p[i] = 1;
    if (i > 3) { //~ ERROR memory-leak
        p = malloc(1);
        if (!p)
            return 1;
    }
    free(p);
    return 0;
}
