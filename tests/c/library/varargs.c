// A variadic function of the program.
//@ data-model: lp64 ilp32
#include <stdarg.h>
static long sum(int n, ...) {
    va_list ap;
    long total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += i % 2 ? va_arg(ap, long) : va_arg(ap, int);
    va_end(ap);
    return total;
}
int main(void) { //~ SAFE
    return sum(4, 1, 2L, 3, 4L) == 10 ? 0 : 1;
}
