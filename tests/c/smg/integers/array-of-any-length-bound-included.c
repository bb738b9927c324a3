// An array with as many elements as an input says, filled beyond its end.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    int *numbers = malloc((size_t)n * sizeof *numbers);
    for (int i = 0; i <= n; i++)
        numbers[i] = i; //~ ERROR out-of-bounds
    int *copy = malloc((size_t)n * sizeof *copy);
    for (int i = 0; i < n; i++)
        copy[i] = numbers[i];
    int last = copy[n - 1];
    free(copy);
    free(numbers);
    return last > 0;
}
