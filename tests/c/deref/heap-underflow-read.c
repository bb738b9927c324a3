// One byte before the start of a block.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    int x = p[-1]; //~ ERROR out-of-bounds
    free(p);
    return x;
}
