// The size is the caller's, and the run needs one that there is memory for.
//@ engines: sl auto
#include <stdlib.h>
#include <string.h>
void *renew(void *old, int n) {
    if (n < 1)
        return old;
    long *p = malloc(sizeof(long) * n);
    memset(p, 0, sizeof(long) * n);
    free(old);
    free(old); //~ ERROR double-free
    return p;
}
