// As apart-and-lengths, but the part of apart is wrong.
//@ engines: smg
#define BROKEN_APART
#include "../parts/lengths.h"
#include "../parts/apart.h"
int main(void) { //~ NOT-PROVED
    lengths();
    apart();
    return 0;
}
