// Some owners of links have another number.
//@ property: unreach-call
//@ engines: horn
#include <stddef.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct link { struct link *next; };
struct node { long data; struct link link; };
#define OWNER(l) ((struct node *)((char *)(l) - offsetof(struct node, link)))
int main(void) {
    struct node *first = malloc(sizeof *first);
    first->data = 3;
    first->link.next = &first->link;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = __VERIFIER_nondet_int() == 5 ? 4 : 3;
        n->link.next = first->link.next;
        first->link.next = &n->link;
    }
    struct link *at = &first->link;
    while (__VERIFIER_nondet_int())
        at = OWNER(at)->link.next;
    if (OWNER(at)->data != 3)
        reach_error(); //~ ERROR error-reached
}
