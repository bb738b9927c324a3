// A list of two nodes or more, and as many nodes as were pushed: each needs another precision.
//@ engines: smg
#include "../parts/lengths.h"
#include "../parts/count.h"
int main(void) { //~ SAFE
    lengths();
    count();
    return 0;
}
