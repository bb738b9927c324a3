// A set ends at the first character outside of it.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[8];
    int n = sscanf("abc123", "%7[a-z]", b);
    if (n != 1 || strcmp(b, "abc"))
        reach_error();
    return 0;
}
