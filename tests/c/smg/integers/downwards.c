// An array is walked from its end to its start.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int a[10];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        n = 10;
    for (int i = n - 1; i >= 0; i--)
        a[i] = i;
    for (unsigned i = 10; i-- > 0;)
        a[i] = 1;
    return a[0] == 0;
}
