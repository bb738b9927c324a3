// The last node's pointer was never written.
//@ engines: horn
//@ property: valid-deref valid-free
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *list = malloc(sizeof *list);
    list->data = 1;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list)
        list = list->next; //~ NOT-PROVED
}
