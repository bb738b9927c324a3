// The block is overrun only where it was moved.
// Checked: C11 7.22.3.5; AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int grow(char **p, size_t n) {
    char *q = realloc(*p, n);
    int same = q == *p;
    *p = q;
    return same;
}
int main(void) { //~ NOT-PROVED
    char *p = malloc(3);
    if (!grow(&p, 30))
        p[30] = 0;
    free(p);
}
