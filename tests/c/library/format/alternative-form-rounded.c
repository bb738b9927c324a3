// What %#g makes of a number that is rounded to the next power of ten is the library's.
// Checked: glibc 2.36 prints 1.e+06: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char text[32];
    sprintf(text, "%#g", 999999.5);
    if (strlen(text) != 11)
        reach_error();
    return 0;
}
