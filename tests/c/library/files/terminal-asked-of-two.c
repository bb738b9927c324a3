// One descriptor may be a terminal and another one not.
// Checked: POSIX isatty; with output redirected the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (isatty(0) && !isatty(1))
        reach_error();
    return 0;
}
