// A function of atexit runs after main has freed the block.
// Checked: AddressSanitizer reports the access.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int *p;
static void f(void) {
    *p = 1;
}
int main(void) { //~ NOT-PROVED
    p = malloc(4);
    if (!p)
        return 0;
    if (atexit(f))
        return 0;
    free(p);
    return 0;
}
