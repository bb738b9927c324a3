// An array whose length is an input, filled to its end.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20)
        return 0;
    int numbers[n];
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    return numbers[n - 1] == -1;
}
