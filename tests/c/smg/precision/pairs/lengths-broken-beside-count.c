// As lengths-and-count, but the part of lengths is wrong.
//@ engines: smg
#define BROKEN_LENGTHS
#include "../parts/count.h"
#include "../parts/lengths.h"
int main(void) { //~ NOT-PROVED
    count();
    lengths();
    return 0;
}
