// No variable has an equals sign in its name.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (setenv("A=B", "xy", 1) == 0)
        reach_error();
    return 0;
}
