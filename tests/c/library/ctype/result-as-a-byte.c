// A result that is not zero may be zero in its low byte.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <ctype.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    unsigned char c = isdigit('5');
    if (!c)
        reach_error();
    return 0;
}
