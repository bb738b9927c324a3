// A table that is initialised and never written is known, also without `const`.
//@ engines: sl auto
#include <stdlib.h>
static int sizes[4] = {8, 16, 32, 64};
char *block_of_class(unsigned class) { //~ SAFE
    if (class > 3)
        return 0;
    char *block = malloc(sizes[class]);
    if (block)
        block[7] = 0;
    return block;
}
