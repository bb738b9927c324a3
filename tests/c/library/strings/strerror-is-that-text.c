// The text of an error number is the library's.
// Checked: glibc; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (strcmp(strerror(EPERM), "Operation not permitted") == 0)
        reach_error();
    return 0;
}
