// A pointer is copied byte by byte, in any order, by hand and by memcpy to an odd address.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdlib.h>
#include <string.h>
int main(void) { //~ SAFE
    int *p = malloc(sizeof *p);
    *p = 7;
    int *q;
    unsigned char *from = (unsigned char *)&p;
    unsigned char *to = (unsigned char *)&q;
    for (int i = sizeof p - 1; i >= 0; i--)
        to[i] = from[i];
    char packed[1 + sizeof p];
    memcpy(packed + 1, &q, sizeof q);
    int *r;
    memcpy(&r, packed + 1, sizeof r);
    int ok = *r == 7;
    free(r);
    return !ok;
}
