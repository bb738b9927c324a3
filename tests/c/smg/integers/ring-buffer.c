// The positions in a ring buffer wrap around at its size.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { SIZE = 4 };

static int ring[SIZE];

int main(void) { //~ SAFE
    unsigned head = 0;
    int *slots = ring;
    while (__VERIFIER_nondet_int()) {
        slots[head] = 1;
        head = (head + 1) % SIZE;
    }
    return 0;
}
