// A pointer into the middle of a block holds it.
//@ command: run
#include <stdlib.h>
static char *middle;
static void release(void) { free(middle - 8); }
int main(void) { //~ SAFE
    middle = (char *)malloc(16) + 8;
    atexit(release);
    return 0;
}
