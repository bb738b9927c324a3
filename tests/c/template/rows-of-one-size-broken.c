// Rows of a table all have the same size, and one of them is written one byte behind that.
//@ engines: template
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int width = __VERIFIER_nondet_int();
    if (width < 1 || width > 1000)
        return 0;
    while (__VERIFIER_nondet_int()) {
        char *row = malloc(width);
        if (!row)
            abort();
        for (int i = 0; i < width; i++)
            row[i] = 0;
        if (__VERIFIER_nondet_int())
            row[width] = 1; //~ ERROR out-of-bounds
    }
    return 0;
}
