// The result is used without asking whether the array could grow.
//@ engines: smg
//@ args: --malloc-may-fail
#include <stdlib.h>

int main(void) {
    static int *a;
    a = malloc(sizeof *a);
    if (!a)
        return 1;
    a[0] = 1;
    static int *larger;
    larger = realloc(a, 2 * sizeof *a);
    larger[1] = 2; //~ ERROR null-deref
    free(larger);
    return 0;
}
