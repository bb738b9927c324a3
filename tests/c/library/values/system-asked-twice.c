// The system has one name.
// Checked: POSIX uname; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <sys/utsname.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    struct utsname a, b;
    if (uname(&a) || uname(&b))
        return 0;
    if (strcmp(a.sysname, b.sysname))
        reach_error();
}
