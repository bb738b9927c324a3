// Numbers that the system gives are in their ranges.
// Checked: POSIX, the manual pages; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>
extern void reach_error(void);
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned bound);
int main(void) { //~ NOT-VIOLATED
    char room[4];
    long got = getrandom(room, 4, 0);
    if (got < -1 || got > 4)
        reach_error();
    double d = drand48();
    long l = lrand48(), m = mrand48();
    if (!(d >= 0 && d < 1) || l < 0 || l > 0x7fffffff || m < -0x80000000L || m > 0x7fffffff)
        reach_error();
    if (sleep(0) != 0 || getpagesize() < 1 || getpagesize() != getpagesize())
        reach_error();
    int status = usleep(0);
    if (status != 0 && status != -1)
        reach_error();
    alarm(0);
    return 0;
}
