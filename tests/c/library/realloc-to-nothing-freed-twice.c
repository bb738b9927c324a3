// It may be that there is a block of no bytes, which is freed twice then.
//@ engines: hunt smg
#include <stdlib.h>
int main(void) {
    char *block = malloc(4);
    char *none = realloc(block, 0);
    if (none)
        free(none);
    free(none); //~ ERROR double-free
    return 0;
}
