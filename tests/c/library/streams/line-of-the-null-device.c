// There is no line in the null device.
// Checked: null(4); the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[8];
    FILE *f = fopen("/dev/null", "r");
    if (!f)
        return 0;
    if (fgets(b, 8, f))
        reach_error();
    fclose(f);
}
