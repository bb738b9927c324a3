// What `alloca` gives is not freed.
//@ engines: sl
//@ property: valid-free
#include <stdlib.h>
#include <alloca.h>
int main(void) {
    char *p = alloca(10);
    free(p); //~ ERROR non-heap-free
    return 0;
}
