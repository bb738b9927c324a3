// CLOCK_MONOTONIC never goes back.
// Checked: POSIX clock_gettime.
//@ engines: auto interp smg hunt template sl horn
#include <time.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    struct timespec a, b;
    if (clock_gettime(CLOCK_MONOTONIC, &a) != 0 || clock_gettime(CLOCK_MONOTONIC, &b) != 0)
        return 0;
    if (b.tv_sec < a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec < a.tv_nsec))
        reach_error();
    return 0;
}
