// As three-nodes-both-ways, but a node leads back to itself.
//@ engines: horn
//@ property: unreach-call valid-deref valid-free
#include <stdlib.h>
void reach_error(void);
struct node {
    int data;
    struct node *next, *before;
};
int main(void) {
    struct node *first = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->data = i;
        n->next = first;
        n->before = 0;
        if (first)
            first->before = first;
        first = n;
    }
    int expected = 2;
    while (first) {
        struct node *next = first->next;
        if (first->data != expected--)
            reach_error();
        if (next && next->before != first)
            reach_error(); //~ ERROR error-reached
        free(first);
        first = next;
    }
    if (expected != -1)
        reach_error();
}
