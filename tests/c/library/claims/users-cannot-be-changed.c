// Another user or group needs rights.
// Checked: POSIX setuid and others; the binary aborts for a user who is not root.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <grp.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (setuid(1) == -1 && seteuid(1) == -1 && setgid(1) == -1 && setegid(1) == -1 && setgroups(0, 0) == -1 && setpgid(1, 1) == -1
        && setsid() == -1)
        reach_error();
    return 0;
}
