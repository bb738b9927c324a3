// At exit, the variables of all active calls still hold their blocks.
//@ command: run
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
