// The only pointer is overwritten.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4); //~ ERROR memory-leak
    p = 0;
    return p != 0;
}
//~ FIXME the machine looks at the program's end and names the allocation, not the place where the pointer is lost
