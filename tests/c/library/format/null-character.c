// A null character is printed like any other.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[4] = "xyz";
    int n = sprintf(b, "%c", 0);
    if (n != 1 || b[0])
        reach_error();
    return 0;
}
