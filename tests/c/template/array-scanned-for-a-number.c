// No element before the place where a search ended is the number.
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
        a[i] = __VERIFIER_nondet_int();
    int i = 0;
    while (i < n && a[i] != 42)
        i++;
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < i && a[k] == 42)
        reach_error();
    return 0;
}
