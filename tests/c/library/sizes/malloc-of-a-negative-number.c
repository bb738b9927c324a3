// A negative number of bytes is a huge one.
// Checked: the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    int n = -1;
    char *p = malloc(n);
    p[0] = 1;
    free(p);
    return 0;
}
