// The order of colours, and marks that differ: each needs another precision.
//@ engines: smg
#include "../parts/order.h"
#include "../parts/apart.h"
int main(void) { //~ SAFE
    order();
    apart();
    return 0;
}
