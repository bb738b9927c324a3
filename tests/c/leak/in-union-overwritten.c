// The only pointer to the block is overwritten as another member of its union.
#include <stdlib.h>
union word { void *pointer; long number; };
int main(void) {
    union word w;
    w.pointer = malloc(4); //~ ERROR memory-leak
    w.number = 5;
    return w.number != 5;
}
