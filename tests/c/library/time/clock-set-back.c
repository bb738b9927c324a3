// The clock of the day may be set back.
// Checked: POSIX clock_settime; with the clock set back in between, the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <time.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    time_t a = time(0);
    time_t b = time(0);
    if (b < a)
        reach_error();
    return 0;
}
