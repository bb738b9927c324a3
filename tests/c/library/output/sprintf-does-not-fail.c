// Printing into memory has no disk to be full.
// Checked: C11 7.21.6.6 (no encoding error can occur); the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char text[8];
    if (sprintf(text, "%d", 12) != 2)
        reach_error();
    return 0;
}
