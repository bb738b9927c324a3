// A copy of a descriptor has another number.
// Checked: POSIX dup; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int d = dup(1);
    if (d == 1)
        reach_error();
}
