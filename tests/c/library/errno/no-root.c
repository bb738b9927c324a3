// The square root of a negative number sets errno.
// Checked: C11 7.12.7.5, glibc; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile double x = -1;
    errno = 0;
    double root = sqrt(x);
    (void)root;
    if (errno == EDOM)
        reach_error();
    return 0;
}
