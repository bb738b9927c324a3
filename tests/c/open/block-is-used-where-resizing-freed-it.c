// The function itself gives the size of zero, and uses the block after that.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
long *empty(long *block) {
    long *now = realloc(block, 0);
    if (!now)
        block[0]++; //~ ERROR use-after-free
    return now;
}
