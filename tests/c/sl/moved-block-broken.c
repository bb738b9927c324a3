// The old pointer is used: the block may have moved.
//@ engines: sl
//@ property: valid-deref valid-free
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p[0] = 5;
    int *q = realloc(p, 800);
    q[1] = p[0]; //~ ERROR use-after-free
    free(q);
    return 0;
}
