// Nothing comes from a pipe that nobody can write to.
// Checked: POSIX read; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int p[2];
    char c = 0;
    if (pipe(p))
        return 0;
    if (close(p[1]))
        return 0;
    if (read(p[0], &c, 1) > 0)
        reach_error();
}
