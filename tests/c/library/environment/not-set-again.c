// A variable that was set is not overwritten unless that was asked for.
// Checked: POSIX setenv; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (setenv("FAFNIR", "1", 1) != 0 || setenv("FAFNIR", "2", 0) != 0)
        return 0;
    if (strcmp(getenv("FAFNIR"), "1") != 0)
        reach_error();
    return 0;
}
