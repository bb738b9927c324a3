// When %g takes an exponent.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[32];
    sprintf(b, "%g", 100000.0);
    if (strcmp(b, "100000"))
        reach_error();
    sprintf(b, "%g", 1000000.0);
    if (strcmp(b, "1e+06"))
        reach_error();
    sprintf(b, "%g", 0.0001);
    if (strcmp(b, "0.0001"))
        reach_error();
    sprintf(b, "%g", 0.00001);
    if (strcmp(b, "1e-05"))
        reach_error();
    return 0;
}
