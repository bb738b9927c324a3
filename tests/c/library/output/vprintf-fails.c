// Output through a list of arguments may fail, too.
// Checked: C11 7.21.6.10p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static int out(const char *f, ...) {
    va_list a;
    va_start(a, f);
    int n = vprintf(f, a);
    va_end(a);
    return n;
}
int main(void) { //~ NOT-PROVED
    if (out("%d", 3) != 1)
        reach_error();
    return 0;
}
