// A pointer that is copied byte by byte still leads to its block.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
int main(void) { //~ SAFE
    int *p = malloc(sizeof *p), *q;
    char *from = (char *)&p, *to = (char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    *q = 1;
    free(q);
    return 0;
}
