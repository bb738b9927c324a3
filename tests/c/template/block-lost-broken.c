// The last pointer to a block is overwritten in some runs.
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int *a = malloc(sizeof *a);
    int *b = malloc(sizeof *b);
    if (__VERIFIER_nondet_int()) //~ ERROR memory-leak
        a = b;
    if (a != b)
        free(a);
    free(b);
    return 0;
}
