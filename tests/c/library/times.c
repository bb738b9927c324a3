// Clocks and dates.
//@ engines: hunt
#include <assert.h>
#include <time.h>
int main(void) { //~ SAFE
    struct timespec now, pause = { 0, 1000 };
    time_t begin = time(NULL);
    struct tm date = *gmtime(&begin);
    assert(date.tm_mon >= 0 && date.tm_mon < 12);
    if (clock_gettime(CLOCK_MONOTONIC, &now) == 0)
        assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    nanosleep(&pause, NULL);
    assert(difftime(begin, begin) == 0.0);
    return 0;
}
