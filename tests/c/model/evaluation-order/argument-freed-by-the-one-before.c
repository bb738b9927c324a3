// Which argument is evaluated first is not said: the first one frees what the second one reads.
// Checked: C11 6.5.2.2p10 (clang goes from left to right).
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int release(int *p) {
    free(p);
    return 0;
}
static int use(int a, int b) {
    return a + b;
}
int main(void) { //~ NOT-PROVED
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    return use(release(p), *p) != 1;
}
