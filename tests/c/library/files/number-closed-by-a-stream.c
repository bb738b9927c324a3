// Closing a stream closes the descriptor that it was made of.
// Checked: POSIX fdopen and fclose; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int d = open("/dev/null", O_RDONLY);
    if (d < 0)
        return 0;
    FILE *f = fdopen(d, "r");
    if (!f)
        return 0;
    fclose(f);
    int e = open("/dev/null", O_RDONLY);
    if (e == d)
        reach_error();
}
