// The order of colours, and a sorted list: each needs another precision.
//@ engines: smg
#include "../parts/order.h"
#include "../parts/sorted.h"
int main(void) { //~ SAFE
    order();
    sorted();
    return 0;
}
