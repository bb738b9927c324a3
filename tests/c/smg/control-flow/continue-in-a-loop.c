// Some rounds of the loop end early, after freeing what they have allocated.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int()) {
        int *p = malloc(2 * sizeof *p);
        p[0] = __VERIFIER_nondet_int();
        if (p[0] == 0) {
            free(p);
            continue;
        }
        p[1] = p[0];
        free(p);
    }
    return 0;
}
