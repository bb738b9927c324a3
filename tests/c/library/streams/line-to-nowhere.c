// A line needs a place: without one, the call fails.
// Checked: POSIX on getline (EINVAL); the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    size_t size = 0;
    if (getline(0, &size, stdin) != -1)
        reach_error();
    return 0;
}
