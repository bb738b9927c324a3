// There may be no more processes.
// Checked: POSIX fork: EAGAIN.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int child = vfork();
    if (child == 0)
        _exit(0);
    if (child < 0)
        reach_error();
    return 0;
}
