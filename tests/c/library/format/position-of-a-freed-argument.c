// The second argument is printed, which has been freed.
// Checked: POSIX; AddressSanitizer reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *p = malloc(2);
    if (!p)
        return 0;
    p[0] = 0;
    free(p);
    printf("%2$s%1$d\n", 1, p);
    return 0;
}
