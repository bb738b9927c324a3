// An allocation that succeeds may change errno: glibc tries one way of getting memory and then another.
// Checked: C11 7.5p3, POSIX 2.3.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    errno = 0;
    char *p = malloc(4);
    if (errno)
        reach_error();
    free(p);
}
