// A malloc that may fail is an input.
//@ args: --malloc-may-fail
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
//~ UNKNOWN nondeterminism
