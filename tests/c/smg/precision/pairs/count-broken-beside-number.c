// As count-and-number, but the part of count is wrong.
//@ engines: smg
#define BROKEN_COUNT
#include "../parts/number.h"
#include "../parts/count.h"
int main(void) { //~ NOT-PROVED
    number();
    count();
    return 0;
}
