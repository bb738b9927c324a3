// What a function of the library gives is one number, not any: the run in which it was made up may not exist.
//@ engines: hunt
#include <assert.h>
#include <math.h>
int main(void) {
    assert(lgamma(1.0) == 0.0); //~ FALSE-ALARM assertion-failed
    return 0;
}
//~ UNKNOWN external-function
