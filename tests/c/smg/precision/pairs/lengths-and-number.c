// A list of two nodes or more, and a counter beside a list: each needs another precision.
//@ engines: smg
#include "../parts/lengths.h"
#include "../parts/number.h"
int main(void) { //~ SAFE
    lengths();
    number();
    return 0;
}
