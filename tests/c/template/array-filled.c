// A buffer of any length is filled, and read again.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = 7;
    for (int i = 0; i < n; i++)
        if (a[i] != 7)
            reach_error();
    return 0;
}
