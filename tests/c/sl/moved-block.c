// After a block was resized, only the new pointer is used.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack unreach-call
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ SAFE
    int *p = malloc(4);
    p[0] = 5;
    int *q = realloc(p, 8);
    q[1] = 6;
    if (q[0] != 5)
        reach_error();
    free(q);
    return 0;
}
