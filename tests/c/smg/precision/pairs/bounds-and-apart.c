// A bound that widening loses, and marks that differ: each needs another precision.
//@ engines: smg
#include "../parts/bounds.h"
#include "../parts/apart.h"
int main(void) { //~ SAFE
    bounds();
    apart();
    return 0;
}
