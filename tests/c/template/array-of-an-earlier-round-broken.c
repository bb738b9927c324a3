// An array of a block of statements is another one in every round.
//@ engines: template
//@ property: unreach-call
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 3 || n > 900)
        return 0;
    for (int r = 0; r < 3; r++) {
        int a[1000];
        for (int i = 0; i < n; i++)
            a[i] = r;
        if (a[1] != 0)
            reach_error(); //~ ERROR error-reached
    }
    return 0;
}
