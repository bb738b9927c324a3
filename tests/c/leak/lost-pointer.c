// The only pointer is overwritten.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p = 0; //~ ERROR memory-leak
    return p != 0;
}
