// A signal that waits ends the program when it is no longer blocked.
// Checked: POSIX sigprocmask; the gcc binary ends by the signal.
//@ engines: auto interp smg hunt template sl horn
#include <signal.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGTERM);
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_BLOCK, &s, 0);
    raise(SIGTERM);
    sigprocmask(SIG_UNBLOCK, &s, 0);
    reach_error();
}
