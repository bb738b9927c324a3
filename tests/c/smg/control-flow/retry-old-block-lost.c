// Trying again overwrites the pointer to the old block.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    static int *p;
again:
    p = malloc(sizeof *p); //~ ERROR memory-leak
    *p = __VERIFIER_nondet_int();
    if (*p < 0)
        goto again;
    free(p);
    return 0;
}
