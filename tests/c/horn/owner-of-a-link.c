// From a link in the middle of a node to the node and back, as Linux lists do it, round a ring of any length.
//@ property: unreach-call
//@ engines: horn
#include <stddef.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct link { struct link *next; };
struct node { long data; struct link link; };
#define OWNER(l) ((struct node *)((char *)(l) - offsetof(struct node, link)))
int main(void) { //~ SAFE
    struct node *first = malloc(sizeof *first);
    first->data = 3;
    first->link.next = &first->link;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 3;
        n->link.next = first->link.next;
        first->link.next = &n->link;
    }
    struct link *at = &first->link;
    while (__VERIFIER_nondet_int())
        at = OWNER(at)->link.next;
    if (OWNER(at)->data != 3)
        reach_error();
}
