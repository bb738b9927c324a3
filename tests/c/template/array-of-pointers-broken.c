// One of many pointers leads elsewhere.
//@ engines: template
//@ property: unreach-call
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int x, y;
int *a[1000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 3 || n > 900)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = i == 1 ? &y : &x;
    if (a[1] != &x)
        reach_error(); //~ ERROR error-reached
    return 0;
}
