// A file may be there and not be removable.
// Checked: POSIX, remove.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (remove("nowhere") != 0 && errno != ENOENT)
        reach_error();
    return 0;
}
