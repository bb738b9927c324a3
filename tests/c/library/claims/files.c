// Functions of file names succeed or fail.
// Checked: POSIX; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp template horn
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>
extern void reach_error(void);
static void is_status(int result) {
    if (result != 0 && result != -1)
        reach_error();
}
int main(void) { //~ NOT-VIOLATED
    static const char name[] = "/nowhere/at/all";
    is_status(unlink(name));
    is_status(remove(name));
    is_status(rmdir(name));
    is_status(chdir(name));
    is_status(mkdir(name, 0700));
    is_status(mkfifo(name, 0600));
    is_status(chmod(name, 0600));
    is_status(chown(name, 0, 0));
    is_status(lchown(name, 0, 0));
    is_status(truncate(name, 0));
    is_status(rename(name, name));
    is_status(symlink(name, name));
    is_status(fchmod(-1, 0600));
    is_status(fchown(-1, 0, 0));
    is_status(ftruncate(-1, 0));
    is_status(utimes(name, 0));
    is_status(utimensat(AT_FDCWD, name, 0, 0));
    is_status(futimens(-1, 0));
    is_status(utime(name, 0));
    is_status(mknod(name, 0600, 0));
    is_status(chroot(name));
    if (umask(022) > 0777)
        reach_error();
    return 0;
}
