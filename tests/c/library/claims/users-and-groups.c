// Who runs a program does not change by asking.
// Checked: POSIX getuid and others; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <grp.h>
#include <sys/types.h>
#include <unistd.h>
extern void reach_error(void);
static void is_status(int result) {
    if (result != 0 && result != -1)
        reach_error();
}
int main(void) { //~ NOT-VIOLATED
    gid_t groups[4];
    if (getuid() != getuid() || geteuid() != geteuid() || getgid() != getgid() || getegid() != getegid())
        reach_error();
    if (getppid() < 0 || getpgrp() < 0)
        reach_error();
    int count = getgroups(4, groups);
    if (count < -1 || count > 4)
        reach_error();
    is_status(setuid(getuid()));
    is_status(seteuid(geteuid()));
    is_status(setgid(getgid()));
    is_status(setegid(getegid()));
    is_status(setpgid(0, 0));
    is_status(setgroups(0, 0));
    if (setsid() < -1)
        reach_error();
    return 0;
}
