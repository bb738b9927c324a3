// The only pointer is overwritten before anybody reads it: lost as soon as it is there.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4); //~ ERROR memory-leak
    p = 0;
    return p != 0;
}
