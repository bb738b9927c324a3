// A character that was pushed back is the next one.
// Checked: C11 7.21.7.10p2; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (ungetc('x', stdin) == 'x' && getc(stdin) != 'x')
        reach_error();
    return 0;
}
