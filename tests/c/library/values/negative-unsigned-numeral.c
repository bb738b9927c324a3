// A minus sign negates in the unsigned type.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (strtoul("-1", 0, 10) != (unsigned long)-1)
        reach_error();
    return 0;
}
