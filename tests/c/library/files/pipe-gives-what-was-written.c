// A pipe gives what was written to it.
// Checked: POSIX pipe; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int p[2];
    char c = 0;
    if (pipe(p))
        return 0;
    if (write(p[1], "x", 1) != 1)
        return 0;
    if (read(p[0], &c, 1) == 1 && c != 'x')
        reach_error();
}
