// A function of atexit runs when main's variables are gone.
// Checked: C11 6.2.4p2.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int *p;
static void f(void) {
    *p = 1;
}
int main(void) { //~ NOT-PROVED
    int x;
    p = &x;
    atexit(f);
    return 0;
}
