// calloc gives null pointers.
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *n = calloc(1, sizeof *n);
    int v = n->next->value; //~ ERROR null-deref
    free(n);
    return v;
}
