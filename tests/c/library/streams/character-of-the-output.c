// Nothing is read from the standard output.
// Checked: glibc opens it for writing only; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (getc(stdout) != EOF)
        reach_error();
}
