// The only pointer to the block is in memory of the stack that ends with the call.
//@ engines: interp hunt
#include <alloca.h>
#include <stdlib.h>
static void hold(void) {
    void **holder = alloca(sizeof *holder);
    *holder = malloc(4);
} //~ ERROR memory-leak
int main(void) {
    hold();
    return 0;
}
