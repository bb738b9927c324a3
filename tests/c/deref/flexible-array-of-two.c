// A flexible array with two elements.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
struct f {
    int n;
    int d[];
};
int main(void) { //~ NOT-VIOLATED
    struct f *f = malloc(sizeof *f + 8);
    if (!f)
        return 0;
    f->d[1] = 1;
    free(f);
    return 0;
}
