// Marks that differ, and a counter beside a list: each needs another precision.
//@ engines: smg
#include "../parts/apart.h"
#include "../parts/number.h"
int main(void) { //~ SAFE
    apart();
    number();
    return 0;
}
