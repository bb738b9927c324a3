// A variable that was removed is not there.
// Checked: POSIX unsetenv; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (unsetenv("FAFNIR") == 0 && getenv("FAFNIR"))
        reach_error();
    return 0;
}
