// Freeing a function.
#include <stdlib.h>
int main(void) {
    free((void *)main); //~ ERROR non-heap-free
    return 0;
}
