// A variable that was set is there.
// Checked: POSIX setenv; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (setenv("FAFNIR", "1", 1) == 0 && !getenv("FAFNIR"))
        reach_error();
    return 0;
}
