// The elements before and behind an index hold different numbers.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[1000];
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 1000)
        return 0;
    if (k < n && a[k] != 1)
        reach_error();
    if (k >= n && a[k] != 0)
        reach_error();
    return 0;
}
