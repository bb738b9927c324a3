// The only pointer to the first block is overwritten.
//@ engines: sl
//@ property: valid-memtrack
#include <stdlib.h>
int main(void) {
    int *p = malloc(4); //~ ERROR memory-leak
    p = malloc(8);
    free(p);
    return 0;
}
