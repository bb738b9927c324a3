// A line that cannot be read to its end gives null, with anything in the array.
// Checked: C11 7.21.7.2p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char line[8] = "";
    if (!fgets(line, sizeof line, stdin) && line[0] != 0)
        reach_error();
    return 0;
}
