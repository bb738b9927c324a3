// What alloca gives may be at the same place in the next call.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <alloca.h>
extern void reach_error(void);
static unsigned long last;
static int same;
static void f(void) {
    char *p = alloca(16);
    p[0] = 1;
    if ((unsigned long)p == last)
        same = 1;
    last = (unsigned long)p;
}
int main(void) { //~ NOT-PROVED
    f();
    f();
    if (same)
        reach_error();
    return 0;
}
