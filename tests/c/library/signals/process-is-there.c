// A process may send a signal to itself.
// Checked: POSIX kill; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <signal.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (kill(getpid(), 0))
        reach_error();
}
