// A width limits what is stored.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[4];
    if (sscanf("abcdef", "%3s", b) == 1 && strcmp(b, "abc"))
        reach_error();
    return 0;
}
