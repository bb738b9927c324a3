// A block is read after it was freed on one of two ways.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int() == 42)
        free(p);
    int v = *p; //~ ERROR use-after-free
    free(p);
    return v;
}
