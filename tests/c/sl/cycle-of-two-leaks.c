// Two blocks that hold each other, and nobody holds them.
//@ engines: sl
//@ property: valid-memtrack
#include <stdlib.h>
struct s { struct s *other; };
int main(void) {
    struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a; //~ ERROR memory-leak
    //~^ ERROR memory-leak
    a = b = 0;
    return 0;
}
