// To set a variable says nothing of another one.
// Checked: POSIX; with HOME set the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setenv("FAFNIR", "1", 1);
    if (getenv("HOME"))
        reach_error();
    return 0;
}
