// getline allocates also if it fails.
// Checked: AddressSanitizer reports the leak.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *l = 0;
    size_t n = 0;
    if (getline(&l, &n, stdin) < 0)
        return 0;
    free(l);
    return 0;
}
