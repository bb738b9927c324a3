// A new block may lie where the old one was; the addresses are kept as numbers.
//@ engines: auto horn
#include <stdlib.h>
int main(void) {
    char *old = malloc(8);
    unsigned before = (unsigned)(unsigned long)old;
    free(old);
    char *new = malloc(8);
    if ((unsigned)(unsigned long)new == before)
        free(new);
    free(new); //~ ERROR double-free
    return 0;
}
