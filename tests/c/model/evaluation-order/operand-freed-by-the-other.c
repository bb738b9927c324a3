// Which operand is evaluated first is not said.
// Checked: C11 6.5p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int release(int *p) {
    free(p);
    return 0;
}
int main(void) { //~ NOT-PROVED
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    int sum = *p + release(p);
    return sum != 1;
}
