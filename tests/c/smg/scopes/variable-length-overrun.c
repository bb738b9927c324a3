// The element behind the last one is written.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20)
        return 0;
    int numbers[n];
    for (int i = 0; i <= n; i++)
        numbers[i] = i; //~ ERROR out-of-bounds
    return numbers[n - 1] == -1;
}
