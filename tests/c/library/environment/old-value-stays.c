// The value stays where it was when the variable gets another one.
// Checked: glibc; the gcc binary aborts.
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setenv("A_NAME", "1", 1);
    char *old = getenv("A_NAME");
    setenv("A_NAME", "2", 1);
    if (old && old[0] == '1')
        reach_error();
    return 0;
}
