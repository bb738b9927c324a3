// At exit, the variables of all active calls still hold their blocks: none is lost.
//@ property: valid-memtrack
#include <stdlib.h>
static void leave(void) {
    void *q = malloc(2);
    exit(q == 0);
}
int main(void) { //~ SAFE
    void *p = malloc(1);
    leave();
    return p == 0;
}
