// The counter is the upper half of the number that it is compared with.
//@ engines: interp smg hunt auto
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    unsigned long *whole = calloc(1, sizeof *whole);
    unsigned *half = (unsigned *)whole + 1;
    int *block = malloc(sizeof(int));
    if (++*half + *whole > 1)
        block[1] = 1;
    if (++*half + *whole == 2)
        block[2] = 1;
    free(block);
    free(whole);
    return 0;
}
