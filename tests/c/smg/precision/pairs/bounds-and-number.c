// A bound that widening loses, and a counter beside a list: each needs another precision.
//@ engines: smg
#include "../parts/bounds.h"
#include "../parts/number.h"
int main(void) { //~ SAFE
    bounds();
    number();
    return 0;
}
