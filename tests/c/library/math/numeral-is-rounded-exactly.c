// strtod gives the nearest number.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    double d = strtod("0.1", 0);
    if (d != 0.1)
        reach_error();
    d = strtod("1e400", 0);
    if (d < 1e308)
        reach_error();
    return 0;
}
