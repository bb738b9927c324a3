// But it is not cleaned up.
//@ property: valid-memcleanup
#include <stdlib.h>
static char *kept;
int main(void) {
    kept = malloc(4); //~ ERROR not-freed-at-exit
    return 0;
}
