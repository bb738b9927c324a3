// The result of floating-point arithmetic is not followed, but the run shows the error.
//@ engines: sl auto
#include <stdlib.h>
int scale(double v, int n) {
    double *p = malloc(sizeof *p);
    *p = v * 2;
    if (*p > 1000)
        n = 1000;
    else if (*p < 0)
        n = (int)v;
    free(p);
    free(p); //~ ERROR double-free
    return n;
}
