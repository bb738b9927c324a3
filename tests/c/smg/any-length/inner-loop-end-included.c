// The index may be the length, which shows in the inner loop.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int drain(int *numbers, int count) {
    int sum = 0;
    for (int i = 0; i <= count; i++) {
        while (numbers[i] > 0) { //~ ERROR out-of-bounds
            numbers[i]--; //~ FALSE-ALARM out-of-bounds
            sum++;
        }
    }
    return sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1 << 28)
        n = 1;
    int *numbers = malloc(n * sizeof *numbers);
    for (int k = 0; k < n; k++)
        numbers[k] = __VERIFIER_nondet_int();
    int sum = drain(numbers, n);
    free(numbers);
    return sum == 0;
}
