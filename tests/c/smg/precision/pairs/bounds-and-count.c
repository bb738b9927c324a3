// A bound that widening loses, and as many nodes as were pushed: each needs another precision.
//@ engines: smg
#include "../parts/bounds.h"
#include "../parts/count.h"
int main(void) { //~ SAFE
    bounds();
    count();
    return 0;
}
