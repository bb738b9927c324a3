// The key is compared with elements behind the block.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-PROVED
    int a[] = {1, 2, 3}, key = 9;
    return bsearch(&key, a, 5, sizeof *a, compare) != 0;
}
