// Where the block moved, the old pointer is no longer one.
// Checked: AddressSanitizer reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    if (!p)
        return 0;
    char *q = realloc(p, 100000);
    if (!q) {
        free(p);
        return 0;
    }
    p[0] = 1;
    free(q);
    return 0;
}
