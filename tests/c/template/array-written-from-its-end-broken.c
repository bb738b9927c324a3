// The last element is written through a pointer behind it.
//@ engines: template
//@ property: unreach-call
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[1000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 3 || n > 900)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    int *p = a + n;
    p[-1] = 3;
    for (int i = 0; i < n; i++)
        if (a[i] != 1)
            reach_error(); //~ ERROR error-reached
    return 0;
}
