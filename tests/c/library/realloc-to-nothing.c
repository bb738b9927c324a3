// glibc frees a block whose size is to become 0, and returns null; without a block it allocates one of no bytes.
//@ engines: interp hunt
#include <assert.h>
#include <stdlib.h>
int main(void) { //~ SAFE
    int *p = malloc(4);
    p = realloc(p, 0);
    assert(p == NULL);
    p = realloc(p, 0);
    assert(p != NULL);
    p = reallocarray(p, 0, 4);
    assert(p == NULL);
    return 0;
}
