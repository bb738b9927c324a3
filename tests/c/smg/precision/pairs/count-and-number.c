// As many nodes as were pushed, and a counter beside a list: each needs another precision.
//@ engines: smg
#include "../parts/count.h"
#include "../parts/number.h"
int main(void) { //~ SAFE
    count();
    number();
    return 0;
}
