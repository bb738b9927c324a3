// As many characters as the precision says need no end.
// Checked: C11 7.21.6.1p8.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char a[3] = {'a','b','c'};
    char b[8];
    sprintf(b, "%.3s", a);
    if (strcmp(b, "abc"))
        reach_error();
    return 0;
}
