// Freeing a global variable.
#include <stdlib.h>
static int table[4];
int main(void) {
    free(table); //~ ERROR non-heap-free
    return 0;
}
