// The handler runs before `raise` returns.
// Checked: C11 7.14.2.1; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t g;
static void h(int s) {
    g = s;
}
int main(void) { //~ NOT-VIOLATED
    signal(SIGUSR1, h);
    raise(SIGUSR1);
    if (g != SIGUSR1)
        reach_error();
}
