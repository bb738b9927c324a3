// Printing to a stream that was opened for reading fails.
// Checked: C11 7.21.5.3; glibc; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    FILE *f = fopen("/etc/passwd", "r");
    if (!f)
        return 0;
    if (fputs("x", f) >= 0)
        reach_error();
    fclose(f);
}
