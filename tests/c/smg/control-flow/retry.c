// A jump back tries again with a new block; the old one is freed first.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int *p = NULL;
again:
    free(p);
    p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    if (*p < 0)
        goto again;
    free(p);
    return 0;
}
