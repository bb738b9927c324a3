// A call that succeeds may change errno.
// Checked: C11 7.5p3, POSIX strerror (an application sets errno to 0 before it).
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    errno = 0;
    if (strerror(1) && errno == 22)
        reach_error();
    return 0;
}
