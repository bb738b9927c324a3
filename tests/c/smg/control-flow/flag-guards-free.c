// A flag says whether the block is still owned.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    char *p = malloc(3);
    int owned = 1;
    while (__VERIFIER_nondet_int()) {
        if (owned) {
            free(p);
            owned = 0;
        }
    }
    if (owned)
        free(p);
    return 0;
}
