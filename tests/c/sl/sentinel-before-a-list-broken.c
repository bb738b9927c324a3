// The local head is freed with the rest.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) {
    struct node head = {0, 0};
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = head.next;
        n->v = 0;
        head.next = n;
    }
    struct node *p = &head;
    while (p) {
        struct node *next = p->next;
        free(p); //~ ERROR non-heap-free
        p = next;
    }
    return 0;
}
