// A buffer of any length is filled, and read again. From the fourth on it is another number.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i < 3 ? 7 : 8;
    for (int i = 0; i < n; i++)
        if (a[i] != 7)
            reach_error(); //~ ERROR error-reached
    return 0;
}
