// A variable that is there is there the second time.
// Checked: POSIX getenv; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (!getenv("HOME") != !getenv("HOME"))
        reach_error();
    return 0;
}
