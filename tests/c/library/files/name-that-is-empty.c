// There is no file without a name.
// Checked: POSIX 4.13; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (open("", O_RDONLY) >= 0)
        reach_error();
}
