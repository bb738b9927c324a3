// The block is freed and kept: the next line uses it, whatever the variable held.
//@ engines: sl auto
#include <stdlib.h>
static char *cache;
void cache_set(char *block) { cache = block; }
void cache_drop(void) {
    if (!cache)
        return;
    free(cache);
    cache[0] = 0; //~ ERROR use-after-free
}
