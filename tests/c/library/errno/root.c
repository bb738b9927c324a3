// A square root that there is leaves errno alone.
// Checked: C11 7.12.1; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    volatile double x = 4;
    errno = 0;
    if (sqrt(x) != 2 || errno != 0)
        reach_error();
    return 0;
}
