// The access begins inside the block and ends outside.
#include <stdlib.h>
int main(void) {
    char *p = calloc(6, 1);
    int x = *(int *)(p + 4); //~ ERROR out-of-bounds
    free(p);
    return x;
}
