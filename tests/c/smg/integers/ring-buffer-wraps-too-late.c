// The position wraps around one step too late.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { SIZE = 4 };

static int ring[SIZE];

int main(void) {
    unsigned head = 0;
    int *slots = ring;
    while (__VERIFIER_nondet_int()) {
        slots[head] = 1; //~ ERROR out-of-bounds
        head = (head + 1) % (SIZE + 1);
    }
    return 0;
}
