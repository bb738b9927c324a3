// A byte that was cut off is written.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(10);
    p[0] = 1;
    p[3] = 2;
    if (__VERIFIER_nondet_int()) {
        p = realloc(p, 4);
        assert(p[0] == 1 && p[3] == 2);
    }
    p[9] = 3; //~ ERROR out-of-bounds
    free(p);
    return 0;
}
