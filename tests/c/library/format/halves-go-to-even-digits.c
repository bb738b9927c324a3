// A number half between two is printed as the even one.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[16];
    sprintf(b, "%.0f", 0.5);
    if (strcmp(b, "0"))
        reach_error();
    sprintf(b, "%.0f", 1.5);
    if (strcmp(b, "2"))
        reach_error();
    return 0;
}
