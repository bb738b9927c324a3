// Marks that differ, and a list of two nodes or more: each needs another precision.
//@ engines: smg
#include "../parts/apart.h"
#include "../parts/lengths.h"
int main(void) { //~ SAFE
    apart();
    lengths();
    return 0;
}
