// A block of the stack is not to be freed.
//@ engines: horn
//@ property: valid-free
#include <alloca.h>
#include <stdlib.h>
static void give_back(void) {
    int *p = alloca(3 * sizeof *p);
    free(p); //~ ERROR non-heap-free
}
int main(void) {
    give_back();
}
