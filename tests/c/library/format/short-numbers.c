// hh and h convert the argument.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[8];
    sprintf(b, "%hhd", 300);
    if (strcmp(b, "44"))
        reach_error();
    sprintf(b, "%hd", 70000);
    if (strcmp(b, "4464"))
        reach_error();
    return 0;
}
