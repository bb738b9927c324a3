// An unsigned index is never negative: below zero it is the largest of all.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[10];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        n = 10;
    for (int i = n - 1; i >= 0; i--)
        a[i] = i;
    int *p = a;
    for (unsigned i = 9; i >= 0; i--)
        p[i] = 1; //~ ERROR out-of-bounds
    return a[0] == 0;
}
