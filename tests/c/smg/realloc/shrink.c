// A block is made smaller; what is left keeps its content.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    char *p = malloc(10);
    p[0] = 1;
    p[3] = 2;
    if (__VERIFIER_nondet_int()) {
        p = realloc(p, 4);
        assert(p[0] == 1 && p[3] == 2);
    }
    p[3] = 3;
    free(p);
    return 0;
}
