// A jump leaves the block while a pointer points into it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int zero = 0;
    int *p = &zero;
    for (;;) {
        int numbers[3] = { 1, 2, 3 };
        p = &numbers[2];
        if (__VERIFIER_nondet_int()) {
            goto out;
        }
        *p = 4;
    }
out:
    return *p; //~ ERROR out-of-scope
}
