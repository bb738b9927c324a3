// The usual cleanup with goto, and all is freed.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
int f(int v) { //~ SAFE
    int r = -1;
    char *a = 0, *b = 0;
    a = malloc(4);
    if (!a)
        goto out;
    b = malloc(4);
    if (!b)
        goto out;
    a[0] = b[0] = (char)v;
    r = a[0];
out:
    free(a);
    free(b);
    return r;
}
