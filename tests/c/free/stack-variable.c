// Freeing a local variable.
#include <stdlib.h>
int main(void) {
    int x = 0, *p = &x;
    free(p); //~ ERROR non-heap-free
    return x;
}
