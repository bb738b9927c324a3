// As bounds-and-sorted, but the part of sorted is wrong.
//@ engines: smg
#define BROKEN_SORTED
#include "../parts/bounds.h"
#include "../parts/sorted.h"
int main(void) { //~ NOT-PROVED
    bounds();
    sorted();
    return 0;
}
