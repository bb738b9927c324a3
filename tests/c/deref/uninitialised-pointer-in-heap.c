// The next field of a fresh node holds no pointer.
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    int v = n->next->value; //~ ERROR uninit-pointer
    free(n);
    return v;
}
