// The block goes to the caller.
//@ engines: sl auto
#include <stdlib.h>
int *box(int v) { //~ SAFE
    int *t = malloc(sizeof *t);
    *t = v;
    return t;
}
