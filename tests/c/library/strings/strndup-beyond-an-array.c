// strndup looks for the end up to its limit.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char a[2] = {'a','b'};
    char *p = strndup(a, 3);
    free(p);
    return 0;
}
