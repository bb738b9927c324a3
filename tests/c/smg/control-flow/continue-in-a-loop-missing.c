// The continue is missing, and the round goes on with a freed block.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *p = malloc(2 * sizeof *p);
        p[0] = __VERIFIER_nondet_int();
        if (p[0] == 0) {
            free(p);
        }
        p[1] = 0; //~ ERROR use-after-free
        free(p);
    }
    return 0;
}
