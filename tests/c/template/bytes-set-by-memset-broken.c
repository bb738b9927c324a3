// Bytes of a block of any length are set at once. The last one is not.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
#include <string.h>
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 100000)
        return 0;
    char *a = malloc(n);
    memset(a, 'y', n);
    memset(a, 'x', n - 1);
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n && a[k] != 'x')
        reach_error(); //~ ERROR error-reached
    return 0;
}
