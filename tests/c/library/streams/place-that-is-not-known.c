// ftell may fail.
// Checked: C11 7.21.9.4p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    FILE *f = fopen("x", "r");
    if (!f)
        return 0;
    long n = ftell(f);
    char *p = malloc(n + 1);
    fclose(f);
    if (!p)
        return 0;
    p[n] = 0;
    free(p);
    return 0;
}
