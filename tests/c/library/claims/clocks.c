// The parts of a time are in their ranges.
// Checked: POSIX gettimeofday, C11 7.27.2; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <sys/time.h>
#include <time.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    struct timeval now;
    struct timespec moment;
    if (gettimeofday(&now, 0) == 0 && (now.tv_usec < 0 || now.tv_usec > 999999))
        reach_error();
    if (timespec_get(&moment, TIME_UTC) == TIME_UTC && (moment.tv_nsec < 0 || moment.tv_nsec > 999999999))
        reach_error();
    if (clock() < -1)
        reach_error();
    return 0;
}
