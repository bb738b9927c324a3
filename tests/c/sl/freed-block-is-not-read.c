// The same test decides about the free and about the read.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int *p = malloc(sizeof *p);
    *p = 1;
    int freed = __VERIFIER_nondet_int() == 42;
    if (freed)
        free(p);
    int v = freed ? 0 : *p;
    if (!freed)
        free(p);
    return v;
}
