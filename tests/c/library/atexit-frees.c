// A handler frees what is left.
//@ property: valid-memcleanup
#include <stdlib.h>
static char *kept;
static void cleanup(void) { free(kept); }
int main(void) { //~ SAFE
    kept = malloc(3);
    return atexit(cleanup);
}
