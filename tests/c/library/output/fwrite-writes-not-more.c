// fwrite never writes more than it was given.
// Checked: C11 7.21.8.2.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char text[4] = "abc";
    if (fwrite(text, 1, 4, stderr) > 4)
        reach_error();
    return 0;
}
