// An array is filled from its end. The first element is left out.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[1000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= 1000)
        return 0;
    for (int i = n; i >= 1; i--)
        a[i] = 5;
    for (int i = 0; i <= n; i++)
        if (a[i] != 5)
            reach_error(); //~ ERROR error-reached
    return 0;
}
