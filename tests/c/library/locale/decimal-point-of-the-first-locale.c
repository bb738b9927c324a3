// A program that does not change its locale has a decimal point.
// Checked: C11 7.11.1.1p4; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[20];
    sprintf(b, "%.1f", 1.5);
    if (b[1] != '.')
        reach_error();
}
