// The order of colours, and as many nodes as were pushed: each needs another precision.
//@ engines: smg
#include "../parts/order.h"
#include "../parts/count.h"
int main(void) { //~ SAFE
    order();
    count();
    return 0;
}
