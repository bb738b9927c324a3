// Every element is its own index and three. One behind the last was never written.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[100001];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = i + 3;
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k <= n && a[k] - k != 3)
        reach_error(); //~ ERROR error-reached
    return 0;
}
