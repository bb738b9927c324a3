// An array is copied element by element. Large numbers are cut.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[500], b[500];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 500)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        b[i] = a[i] < 100 ? a[i] : 100;
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            reach_error(); //~ ERROR error-reached
    return 0;
}
