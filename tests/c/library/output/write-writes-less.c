// write may write less than it is given.
// Checked: POSIX, write.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (write(1, "abc", 3) != 3)
        reach_error();
    return 0;
}
