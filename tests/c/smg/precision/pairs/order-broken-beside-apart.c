// As order-and-apart, but the part of order is wrong.
//@ engines: smg
#define BROKEN_ORDER
#include "../parts/apart.h"
#include "../parts/order.h"
int main(void) { //~ NOT-PROVED
    apart();
    order();
    return 0;
}
