// memset beyond the block.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(8);
    memset(p, 0, 9); //~ ERROR out-of-bounds
    free(p);
    return 0;
}
