// putchar gives the character or the end of file.
// Checked: C11 7.21.7.8.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int c = putchar('a');
    if (c != 'a' && c != EOF)
        reach_error();
    return 0;
}
