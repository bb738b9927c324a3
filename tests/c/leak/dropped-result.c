// A caller that does not take the block that it is given loses it.
#include <stdlib.h>
static void *make(int size) {
    char *block = malloc(size);
    block[0] = 1;
    return block;
}
int main(void) {
    void *kept = make(3);
    make(4); //~ ERROR memory-leak
    malloc(5); //~ ERROR memory-leak
    free(kept);
    return 0;
}
