// One byte of four was written.
//@ property: no-uninit
#include <stdlib.h>
int main(void) {
    unsigned char *p = malloc(4);
    p[0] = 1;
    int yes = 0;
    if (*(unsigned *)p == 1) //~ ERROR uninit-read
        yes = 1;
    free(p);
    return yes;
}
