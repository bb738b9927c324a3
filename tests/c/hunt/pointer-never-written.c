// One way through the function leaves the pointer unset.
//@ engines: hunt
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1, *p;
    if (__VERIFIER_nondet_int() < 100)
        p = &x;
    return *p;   //~ ERROR uninit-pointer
}
