// A character that was read and pushed back is read again.
// Checked: C11 7.21.7.10p2; the gcc binary exits with 0 with an input.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int c = getc(stdin);
    if (c == EOF)
        return 0;
    if (ungetc(c, stdin) == c && getc(stdin) != c)
        reach_error();
    return 0;
}
