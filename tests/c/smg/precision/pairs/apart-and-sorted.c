// Marks that differ, and a sorted list: each needs another precision.
//@ engines: smg
#include "../parts/apart.h"
#include "../parts/sorted.h"
int main(void) { //~ SAFE
    apart();
    sorted();
    return 0;
}
