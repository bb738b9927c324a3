// A bound that widening loses, and a sorted list: each needs another precision.
//@ engines: smg
#include "../parts/bounds.h"
#include "../parts/sorted.h"
int main(void) { //~ SAFE
    bounds();
    sorted();
    return 0;
}
