// There is no such mode.
// Checked: POSIX; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (fopen("/dev/null", "z"))
        reach_error();
    return 0;
}
