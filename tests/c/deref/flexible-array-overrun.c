// A flexible array has the elements that there is memory for.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
struct f {
    int n;
    int d[];
};
int main(void) { //~ NOT-PROVED
    struct f *f = malloc(sizeof *f + 8);
    if (!f)
        return 0;
    f->d[2] = 1;
    free(f);
    return 0;
}
