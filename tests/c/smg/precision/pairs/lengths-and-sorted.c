// A list of two nodes or more, and a sorted list: each needs another precision.
//@ engines: smg
#include "../parts/lengths.h"
#include "../parts/sorted.h"
int main(void) { //~ SAFE
    lengths();
    sorted();
    return 0;
}
