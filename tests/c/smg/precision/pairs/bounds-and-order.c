// A bound that widening loses, and the order of colours: each needs another precision.
//@ engines: smg
#include "../parts/bounds.h"
#include "../parts/order.h"
int main(void) { //~ SAFE
    bounds();
    order();
    return 0;
}
