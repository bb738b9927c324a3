// A large index passes the check.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int table[6];

int main(void) {
    int i;
    while ((i = __VERIFIER_nondet_int()) != 0) {
        int *entry = table;
        if (i >= 0)
            entry[i] = i; //~ ERROR out-of-bounds
    }
    return table[5];
}
