// A proof for any number holds for the one that the library gives.
//@ engines: hunt smg
#include <stdlib.h>
#include <unistd.h>
int main(void) { //~ SAFE
    char *p = malloc(2);
    p[sysconf(_SC_NPROCESSORS_ONLN) > 1] = 0;
    free(p);
    return 0;
}
