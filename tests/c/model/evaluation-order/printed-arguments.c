// The order of arguments shows in what is printed.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
static int n;
static int f(void) {
    return n++;
}
int main(void) { //~ NOT-PROVED
    char b[8];
    sprintf(b, "%d%d", f(), f());
    if (b[0] == '1')
        reach_error();
    return 0;
}
