// Which argument is evaluated first is not said: the second one frees what the first one reads.
// Checked: C11 6.5.2.2p10; AddressSanitizer reports the use after free (gcc goes from right to left).
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int release(int *p) {
    free(p);
    return 0;
}
static int use(int a, int b) {
    return a + b;
}
int main(void) { //~ NOT-PROVED
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    return use(*p, release(p)) != 1;
}
