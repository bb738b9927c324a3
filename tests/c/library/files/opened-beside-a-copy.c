// Neither the copied descriptor nor the copy is given again.
// Checked: POSIX dup2; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (dup2(0, 7) == 7) {
        int d = open("/dev/null", O_RDONLY);
        if (d == 7)
            reach_error();
        if (d == 0)
            reach_error();
    }
}
