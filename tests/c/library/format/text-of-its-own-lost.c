// The text of asprintf is a block.
// Checked: AddressSanitizer reports the leak.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char *p;
    if (asprintf(&p, "%d", 5) < 0)
        return 0;
    return p[0] - '5';
}
