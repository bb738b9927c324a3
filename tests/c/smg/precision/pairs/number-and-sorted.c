// A counter beside a list, and a sorted list: each needs another precision.
//@ engines: smg
#include "../parts/number.h"
#include "../parts/sorted.h"
int main(void) { //~ SAFE
    number();
    sorted();
    return 0;
}
