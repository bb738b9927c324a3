// The quotient of div does not fit.
// Checked: the gcc binary crashes.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    div_t d = div(-2147483647 - 1, -1);
    return d.quot != 0;
}
