// The order of colours, and a list of two nodes or more: each needs another precision.
//@ engines: smg
#include "../parts/order.h"
#include "../parts/lengths.h"
int main(void) { //~ SAFE
    order();
    lengths();
    return 0;
}
