// Behind the end of a file comes nothing.
// Checked: C11 7.21.7.1p3 (the indicator is set: EOF); the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (getc(stdin) == EOF && feof(stdin) && getc(stdin) != EOF)
        reach_error();
    return 0;
}
