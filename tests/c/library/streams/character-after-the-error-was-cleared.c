// After clearerr, a file may have grown.
// Checked: C11 7.21.10.1; with a terminal as input the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (getc(stdin) != EOF)
        return 0;
    clearerr(stdin);
    if (getc(stdin) != EOF)
        reach_error();
    return 0;
}
