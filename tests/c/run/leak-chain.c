// A lost list loses all its nodes, which are one finding.
//@ command: run
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) { //~ ERROR memory-leak
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    return 0;
}
