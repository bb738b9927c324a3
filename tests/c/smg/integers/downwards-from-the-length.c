// The walk starts at the length instead of at the last index.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[10];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        n = 10;
    int *p = a;
    for (int i = n; i >= 0; i--)
        p[i] = i; //~ ERROR out-of-bounds
    for (unsigned i = 10; i-- > 0;)
        a[i] = 1;
    return a[0] == 0;
}
