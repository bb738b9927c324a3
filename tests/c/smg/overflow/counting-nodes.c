// A counter that stops in time.
//@ engines: smg
//@ property: no-overflow
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        if (count == INT_MAX)
            break;
        count++;
    }
    return count > 0;
}
