// A local array is freed.
//@ engines: sl auto
#include <stdlib.h>
int f(int v) {
    char small[8], *p = small;
    if (v > 8)
        p = malloc((unsigned)v % 1000 + 9);
    p[0] = 1;
    int r = p[0];
    free(p); //~ ERROR non-heap-free
    return r;
}
