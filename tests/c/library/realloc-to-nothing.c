// What `realloc` to size 0 does is left to the library: the block is freed, and perhaps there is one of no bytes instead.
//@ engines: hunt smg
#include <stdlib.h>
int main(void) { //~ SAFE
    char *block = malloc(4);
    char *none = realloc(block, 0);
    free(none);
    return 0;
}
