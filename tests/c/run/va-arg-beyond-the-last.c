// There is no third argument.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdarg.h>
static int third(int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < 2; i++)
        n += va_arg(ap, int);
    n += va_arg(ap, int); //~ ERROR bad-argument
    va_end(ap);
    return n;
}
int main(void) {
    return third(0, 1, 2);
}
