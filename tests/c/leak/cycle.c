// A cycle that nothing points to is lost.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a; //~ ERROR memory-leak //~ ERROR memory-leak
    return 0;
}
