// A function that nobody defines may have kept the block: no report.
//@ engines: sl auto
#include <stdlib.h>
void keep(int *p);
void f(void) {
    int *p = malloc(4);
    *p = 1;
    keep(p); //~ UNKNOWN external-function
}
