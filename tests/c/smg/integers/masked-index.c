// An index is cut to three bits, for which the table has room.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned char table[8];

int main(void) { //~ SAFE
    unsigned char *t = table;
    while (__VERIFIER_nondet_int()) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        t[x & 7] = 1;
        t[(x >> 5) % 8] = 2;
    }
    return 0;
}
