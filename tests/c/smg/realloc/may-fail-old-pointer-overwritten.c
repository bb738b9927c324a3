// When the array cannot grow, the only pointer to the old one is overwritten with null.
//@ engines: smg
//@ args: --malloc-may-fail
#include <stdlib.h>

int main(void) {
    int *a = malloc(sizeof *a);
    if (!a)
        return 1;
    a[0] = 1;
    a = realloc(a, 2 * sizeof *a); //~ ERROR memory-leak
    if (!a)
        return 1;
    a[1] = 2;
    free(a);
    return 0;
}
