// The text of asprintf, freed.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p;
    if (asprintf(&p, "%d", 5) < 0)
        return 0;
    if (strcmp(p, "5"))
        reach_error();
    free(p);
    return 0;
}
