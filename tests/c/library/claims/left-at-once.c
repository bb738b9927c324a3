// A program that leaves at once runs no handlers of exit.
// Checked: C11 7.22.4.7; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static void handler(void) {
    reach_error();
}
int main(void) { //~ NOT-VIOLATED
    atexit(handler);
    quick_exit(0);
}
