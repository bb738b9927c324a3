// A label too late: one block is not freed.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
int f(int v) {
    int r = -1;
    char *a = malloc(4);
    if (!a)
        return r;
    char *b = malloc(4);
    if (!b) //~ ERROR memory-leak
        goto out;
    a[0] = b[0] = (char)v;
    r = a[0];
    free(a);
    free(b);
out:
    return r;
}
