// The block is gone when its size becomes 0.
//@ engines: interp hunt
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    if (realloc(p, 0) == NULL)
        free(p); //~ ERROR double-free
    return 0;
}
