// Only the asked properties decide: a double free is no bad dereference.
//@ property: valid-memtrack
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    free(p);
    return 0;
}
//~ UNKNOWN undefined-behaviour
