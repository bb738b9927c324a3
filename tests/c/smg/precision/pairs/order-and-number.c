// The order of colours, and a counter beside a list: each needs another precision.
//@ engines: smg
#include "../parts/order.h"
#include "../parts/number.h"
int main(void) { //~ SAFE
    order();
    number();
    return 0;
}
