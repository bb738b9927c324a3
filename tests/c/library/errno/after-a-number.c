// What strtol reads without an error leaves errno alone.
// Checked: C11 7.22.1.4 documents its use of errno; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    errno = 0;
    if (strtol("12", 0, 10) != 12 || errno != 0)
        reach_error();
    return 0;
}
