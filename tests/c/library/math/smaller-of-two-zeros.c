// Which of two zeros the smaller one is, is not said.
// Checked: C11 7.12.12.3, note 242.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile double plus = 0.0, minus = -0.0;
    if (signbit(fmin(plus, minus)) != signbit(fmin(minus, plus)))
        reach_error();
    return 0;
}
