// Bytes that are all one make other numbers.
//@ engines: template
//@ property: unreach-call
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[1000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 900)
        return 0;
    char *c = (char *)a;
    for (int i = 0; i < 4 * n; i++)
        c[i] = 1;
    for (int i = 0; i < n; i++)
        if (a[i] != 1)
            reach_error(); //~ ERROR error-reached
    return 0;
}
