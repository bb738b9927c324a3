// What alloca gives must not be freed.
#include <alloca.h>
#include <stdlib.h>
int main(void) {
    char *p = alloca(8);
    p[0] = 1;
    free(p); //~ ERROR non-heap-free
    return 0;
}
