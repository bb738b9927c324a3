// The number of characters so far is no item.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int x, n = -1;
    sscanf("12 ", "%d%n", &x, &n);
    if (n != 2)
        reach_error();
    return 0;
}
