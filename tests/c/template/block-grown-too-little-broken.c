// A write behind the new end, and a use of the old block.
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int *a = malloc(2 * sizeof *a);
    a[0] = 0;
    int *b = realloc(a, 4 * sizeof *b);
    for (int i = 0; i <= 4; i++)
        b[i] = i; //~ ERROR out-of-bounds
    free(b);
    return 0;
}
