// A round that ends early forgets its block.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *p = malloc(2 * sizeof *p);
        p[0] = __VERIFIER_nondet_int();
        if (p[0] == 0) {
            p[1] = 1; //~ ERROR memory-leak
            continue;
        }
        p[1] = p[0];
        free(p);
    }
    return 0;
}
