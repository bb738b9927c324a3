// As number-and-sorted, but the part of number is wrong.
//@ engines: smg
#define BROKEN_NUMBER
#include "../parts/sorted.h"
#include "../parts/number.h"
int main(void) { //~ NOT-PROVED
    sorted();
    number();
    return 0;
}
