// A jump leaves the block of an array; the pointer is set back before.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int zero = 0;
    int *p = &zero;
    for (;;) {
        int numbers[3] = { 1, 2, 3 };
        p = &numbers[2];
        if (__VERIFIER_nondet_int()) {
            p = &zero;
            goto out;
        }
        *p = 4;
    }
out:
    return *p;
}
