// exit() deep inside: the locals of main are gone with it.
//@ property: valid-memcleanup
#include <stdlib.h>
static void give_up(void) {
    exit(3);
}
int main(void) {
    char *p = malloc(3); //~ ERROR not-freed-at-exit
    p[0] = 0;
    give_up();
    free(p);
    return 0;
}
