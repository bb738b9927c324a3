// A function of one's own that is defined nowhere is an input.
//@ engines: hunt
#include <assert.h>
int temperature(void);
int main(void) {
    assert(temperature() < 100); //~ ERROR assertion-failed
    return 0;
}
