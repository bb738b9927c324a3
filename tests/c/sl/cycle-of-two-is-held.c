// The same cycle, held by a global variable.
//@ engines: sl
//@ property: valid-memtrack
#include <stdlib.h>
struct s { struct s *other; };
static struct s *root;
int main(void) { //~ SAFE
    struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
    root = a;
    return 0;
}
