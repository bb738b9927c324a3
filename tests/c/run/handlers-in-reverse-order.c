// Functions of atexit are called in reverse order.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int n;
static void f(void) {
    if (n++ != 1)
        reach_error();
}
static void g(void) {
    if (n++ != 0)
        reach_error();
}
int main(void) { //~ NOT-VIOLATED
    if (atexit(f) || atexit(g))
        return 0;
    return 0;
}
