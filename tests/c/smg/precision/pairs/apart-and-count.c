// Marks that differ, and as many nodes as were pushed: each needs another precision.
//@ engines: smg
#include "../parts/apart.h"
#include "../parts/count.h"
int main(void) { //~ SAFE
    apart();
    count();
    return 0;
}
