// A pointer into a block is freed.
//@ engines: sl
//@ property: valid-free
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    free(p + 1); //~ ERROR interior-free
    return 0;
}
