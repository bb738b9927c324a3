// The time has to go somewhere.
//@ engines: hunt
#include <time.h>
int main(void) {
    struct timespec *now = 0;
    return clock_gettime(CLOCK_REALTIME, now); //~ ERROR null-deref
}
