// The status of a file is read, or there is none.
// Checked: POSIX stat; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
extern void reach_error(void);
static void is_status(int result) {
    if (result != 0 && result != -1)
        reach_error();
}
int main(void) { //~ NOT-VIOLATED
    struct stat s;
    struct stat64 large;
    is_status(lstat("/", &s));
    is_status(fstatat(AT_FDCWD, "/", &s, 0));
    is_status(stat64("/", &large));
    is_status(lstat64("/", &large));
    return 0;
}
