// Reads numbers into a block that grows; the check before the write is off by one, so that the fifth number is written
// behind the block. Only a run with enough numbers shows it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int capacity = 4, count = 0;
    int *numbers = malloc(capacity * sizeof *numbers);
    int x;
    while ((x = __VERIFIER_nondet_int()) != 0) {
        if (count > capacity) {
            capacity *= 2;
            numbers = realloc(numbers, capacity * sizeof *numbers);
        }
        numbers[count++] = x;
    }
    free(numbers);
    return 0;
}
