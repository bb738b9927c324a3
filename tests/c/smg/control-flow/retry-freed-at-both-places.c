// The block is freed before the jump back, and again after it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = NULL;
again:
    free(p); //~ ERROR double-free
    p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    if (*p < 0) {
        free(p);
        goto again;
    }
    free(p);
    return 0;
}
