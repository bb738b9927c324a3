// What a function asserts of its arguments, it asks of its callers; what fails without them is its own.
//@ engines: sl auto
#include <assert.h>
#include <stdlib.h>
int own(void) {
    int x = 1;
    assert(x == 2); //~ ERROR assertion-failed
    return x;
}
void stored(int *p) {
    *p = 1;
    assert(*p == 2); //~ ERROR assertion-failed
}
