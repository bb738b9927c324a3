// As many nodes as were pushed, and a sorted list: each needs another precision.
//@ engines: smg
#include "../parts/count.h"
#include "../parts/sorted.h"
int main(void) { //~ SAFE
    count();
    sorted();
    return 0;
}
