// The builtin says that the product overflows.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    size_t r;
    if (!__builtin_mul_overflow((size_t)1 << 61, 16, &r))
        reach_error();
    return 0;
}
