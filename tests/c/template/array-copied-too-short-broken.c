// One byte less than was filled is copied.
//@ engines: template
//@ property: unreach-call
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
char a[1000], b[1000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 3 || n > 900)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    memcpy(b, a, n - 1);
    for (int i = 0; i < n; i++)
        if (b[i] != 1)
            reach_error(); //~ ERROR error-reached
    return 0;
}
