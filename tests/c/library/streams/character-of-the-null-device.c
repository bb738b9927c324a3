// The null device is always at its end.
// Checked: null(4); the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    FILE *f = fopen("/dev/null", "r");
    if (!f)
        return 0;
    if (getc(f) != EOF)
        reach_error();
    fclose(f);
}
