// A condition on an argument is the caller's to see to.
//@ engines: sl auto
#include <assert.h>
int half(int n) { //~ SAFE
    assert(n >= 0);
    assert(n % 2 == 0);
    return n / 2;
}
