// When the array cannot grow, the old one is still there and is freed.
//@ engines: smg
//@ args: --malloc-may-fail
#include <stdlib.h>

int main(void) { //~ SAFE
    int *a = malloc(sizeof *a);
    if (!a)
        return 1;
    a[0] = 1;
    int *larger = realloc(a, 2 * sizeof *a);
    if (!larger) {
        free(a);
        return 1;
    }
    larger[1] = 2;
    free(larger);
    return 0;
}
