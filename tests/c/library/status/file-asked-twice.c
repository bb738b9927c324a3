// An open file stays the same one.
// Checked: POSIX fstat; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <sys/stat.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    struct stat a, b;
    if (fstat(0, &a) || fstat(0, &b))
        return 0;
    if (a.st_ino != b.st_ino || S_ISREG(a.st_mode) != S_ISREG(b.st_mode))
        reach_error();
}
