// As bounds-and-order, but the part of bounds is wrong.
//@ engines: smg
#define BROKEN_BOUNDS
#include "../parts/order.h"
#include "../parts/bounds.h"
int main(void) { //~ NOT-PROVED
    order();
    bounds();
    return 0;
}
