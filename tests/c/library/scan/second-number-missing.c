// The result counts what was stored.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int x = 0, y = 7;
    if (sscanf("3 z", "%d %d", &x, &y) != 1 || x != 3 || y != 7)
        reach_error();
    return 0;
}
