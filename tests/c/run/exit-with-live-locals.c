// At exit, the variables of all active calls still hold their blocks: nothing is lost, though not everything is freed.
//@ property: valid-memcleanup
#include <stdlib.h>
static void leave(void) {
    void *q = malloc(2); //~ ERROR not-freed-at-exit
    exit(q == 0);
}
int main(void) {
    void *p = malloc(1); //~ ERROR not-freed-at-exit
    leave();
    return p == 0;
}
