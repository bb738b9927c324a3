// A child that only leaves, and its parent.
// Checked: vfork(2); the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int child = vfork();
    if (child == 0)
        _exit(0);
    if (child < -1)
        reach_error();
    return 0;
}
