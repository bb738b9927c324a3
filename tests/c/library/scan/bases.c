// Prefixes of numbers of other bases.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    unsigned x;
    if (sscanf("0x1g", "%x", &x) != 1 || x != 1)
        reach_error();
    int i;
    if (sscanf("010", "%i", &i) != 1 || i != 8)
        reach_error();
    return 0;
}
