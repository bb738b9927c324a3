// What is a terminal is one the second time.
// Checked: POSIX isatty; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (!isatty(0) != !isatty(0))
        reach_error();
    return 0;
}
