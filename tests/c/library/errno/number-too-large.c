// A floating number that is too large sets errno.
// Checked: C11 7.22.1.3p10; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    errno = 0;
    if (strtod("1e999", 0) > 1 && errno == ERANGE)
        reach_error();
    return 0;
}
