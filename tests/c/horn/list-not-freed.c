// The last node of a list is not freed.
//@ engines: horn
//@ property: valid-memcleanup
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n); //~ ERROR not-freed-at-exit
        n->next = list;
        list = n;
    }
    while (list && list->next) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
