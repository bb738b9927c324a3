// Freeing null does nothing.
#include <stdlib.h>
int main(void) { //~ SAFE
    char *p = malloc(4);
    free(p);
    p = NULL;
    free(p);
    free(0);
    return 0;
}
