// %n writes how much was printed.
// Checked: C11 7.21.6.1p8; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int n = 0;
    char text[8];
    sprintf(text, "abc%n", &n);
    if (n == 3)
        reach_error();
    return 0;
}
