// Elements of no size are not read.
// Checked: C11 7.21.8.1p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[1];
    FILE *f = fopen("x", "r");
    if (!f)
        return 0;
    size_t n = fread(b, 0, 300, f);
    if (n)
        reach_error();
    fclose(f);
    return 0;
}
