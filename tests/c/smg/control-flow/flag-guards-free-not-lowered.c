// The flag stays up after the block was freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(3);
    int owned = 1;
    while (__VERIFIER_nondet_int()) {
        if (owned) {
            free(p); //~ ERROR double-free
            owned = 2;
        }
    }
    if (owned == 1)
        free(p);
    return 0;
}
