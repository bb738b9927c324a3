// The mask lets four bits pass.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned char table[8];

int main(void) {
    unsigned char *t = table;
    while (__VERIFIER_nondet_int()) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        t[x & 15] = 1; //~ ERROR out-of-bounds
        t[(x >> 5) % 8] = 2;
    }
    return 0;
}
