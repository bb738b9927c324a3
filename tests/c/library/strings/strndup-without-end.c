// strndup needs no end within its limit.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char a[2] = {'a','b'};
    char *p = strndup(a, 2);
    if (!p)
        return 0;
    if (strcmp(p, "ab"))
        reach_error();
    free(p);
    return 0;
}
