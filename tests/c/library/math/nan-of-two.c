// Which of two NaNs is kept is the C library's choice.
// Checked: IEEE 754 6.2.3.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
#include <signal.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    float f = nextafterf(__builtin_nanf(""), -__builtin_nanf(""));
    if (signbit(f))
        reach_error();
}
