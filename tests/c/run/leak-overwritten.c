// The last pointer to a block is overwritten.
//@ command: run
#include <stdlib.h>
void *keep;
int main(void) {
    keep = malloc(3);
    keep = malloc(4); //~ ERROR memory-leak //~ ERROR not-freed-at-exit
    return 0;
}
