// The place of a jump is set with 0; a handler that is set is the one before the next.
// Checked: C11 7.13.1.1, POSIX sigaction; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt sl horn
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <string.h>
extern void reach_error(void);
static jmp_buf here;
static void handler(int number) {
}
int main(void) { //~ NOT-VIOLATED
    if (_setjmp(here) != 0)
        reach_error();
    struct sigaction new, old;
    memset(&new, 0, sizeof new);
    new.sa_handler = handler;
    if (sigaction(SIGUSR1, &new, &old) == 0 && sigaction(SIGUSR1, 0, &old) == 0 && old.sa_handler != handler)
        reach_error();
    return 0;
}
