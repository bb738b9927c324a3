// No element is larger than the largest one that was seen.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[1000];
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int most = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > most)
            most = a[i];
    for (int i = 0; i < n; i++)
        if (a[i] > most)
            reach_error();
    return 0;
}
