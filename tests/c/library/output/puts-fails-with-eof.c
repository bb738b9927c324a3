// A negative result of puts is EOF.
// Checked: C11 7.21.7.9p3.
//@ engines: auto interp smg hunt template
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int result = puts("abc");
    if (result < 0 && result != EOF)
        reach_error();
    return 0;
}
