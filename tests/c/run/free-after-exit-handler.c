// Handlers run in reverse order, and see each other's effects.
//@ command: run
#include <stdlib.h>
static char *block;
static void first(void) { block[0] = 1; } //~ ERROR use-after-free
static void second(void) { free(block); }
int main(void) {
    block = malloc(1);
    atexit(first);
    atexit(second);
    return 0;
}
