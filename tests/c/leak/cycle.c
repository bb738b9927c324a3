// A cycle that nothing points to is lost.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); //~ ERROR memory-leak //~ ERROR memory-leak
    a->next = b;
    b->next = a;
    return 0;
}
//~ FIXME the machine names the allocations, not the return
