// What a variable holds at the call is anything: the function is right for all of it.
//@ engines: sl auto
#include <stdlib.h>
static char *cache;
static unsigned used;
void cache_drop(void) { //~ SAFE
    free(cache);
    cache = 0;
    used = 0;
}
int cache_put(char c) {
    if (!cache) {
        cache = malloc(16);
        used = 0;
        if (!cache)
            return -1;
    }
    if (used >= 16)
        return -1;
    used++;
    return c;
}
