// The block of asprintf is as long as the text.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *p;
    if (asprintf(&p, "%d", 5) < 0)
        return 0;
    p[2] = 0;
    free(p);
    return 0;
}
