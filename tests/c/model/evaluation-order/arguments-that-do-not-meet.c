// Where arguments do not touch the same memory, their order does not matter.
// Checked: C11 6.5.2.2p10; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int release(int *p) {
    free(p);
    return 0;
}
static int use(int a, int b) {
    return a + b;
}
int main(void) { //~ NOT-VIOLATED
    int *p = malloc(sizeof *p);
    int *q = malloc(sizeof *q);
    if (!p || !q) {
        free(p);
        free(q);
        return 0;
    }
    *p = 1;
    int sum = use(*p, release(q));
    free(p);
    return sum != 1;
}
