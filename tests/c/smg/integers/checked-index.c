// An index from outside is compared with both ends of the array.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int table[6];

int main(void) { //~ SAFE
    int i;
    while ((i = __VERIFIER_nondet_int()) != 0) {
        int *entry = table;
        if (i >= 0 && i < 6)
            entry[i] = i;
    }
    return table[5];
}
