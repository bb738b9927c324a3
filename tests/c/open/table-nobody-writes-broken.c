// The smallest block of the table is too small.
//@ engines: sl auto
#include <stdlib.h>
static int sizes[4] = {8, 16, 32, 64};
char *block_of_class(void) {
    char *block = malloc(sizes[0]);
    if (block)
        block[8] = 0; //~ ERROR out-of-bounds
    return block;
}
