// Two pointers to one block, both freed.
//@ engines: sl
//@ property: valid-free
#include <stdlib.h>
int main(void) {
    int *p = malloc(4), *q = p;
    free(p);
    free(q); //~ ERROR double-free
    return 0;
}
