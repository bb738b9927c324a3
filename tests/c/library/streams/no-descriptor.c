// There is no such descriptor.
// Checked: POSIX; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (fdopen(-1, "r"))
        reach_error();
    return 0;
}
