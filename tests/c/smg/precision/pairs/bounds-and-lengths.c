// A bound that widening loses, and a list of two nodes or more: each needs another precision.
//@ engines: smg
#include "../parts/bounds.h"
#include "../parts/lengths.h"
int main(void) { //~ SAFE
    bounds();
    lengths();
    return 0;
}
