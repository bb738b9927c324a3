// A handler runs at any time.
//@ engines: smg hunt
#include <signal.h>
#include <stdlib.h>
static int *p;
static void handler(int signal) { (void)signal; *p = 1; }
int main(void) {
    signal(SIGINT, handler);
    return 0;
}
//~ UNKNOWN unsupported
