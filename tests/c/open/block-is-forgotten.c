// A temporary copy is never freed.
//@ engines: sl auto
#include <stdlib.h>
int twice(int v) {
    int *t = malloc(sizeof *t);
    *t = 2 * v;
    return *t; //~ ERROR memory-leak
}
