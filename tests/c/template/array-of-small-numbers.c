// Numbers are cut to a range on their way into an array.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[2000];
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2000)
        return 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < -10)
            x = -10;
        if (x > 20)
            x = 20;
        a[i] = x;
    }
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n && (a[k] < -10 || a[k] > 20))
        reach_error();
    return 0;
}
