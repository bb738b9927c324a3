// What is still to be written may not get there.
// Checked: C11 7.21.5.1p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    FILE *f = fopen("x", "w");
    if (!f)
        return 0;
    fputs("a", f);
    if (fclose(f) != 0)
        reach_error();
    return 0;
}
