// If realloc fails, the old block is lost.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
char *grow(void) {
    char *p = malloc(4);
    if (!p)
        return 0;
    p = realloc(p, 8); //~ ERROR memory-leak
    return p;
}
