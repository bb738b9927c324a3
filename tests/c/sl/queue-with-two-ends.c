// Nodes are appended at the end of a queue and taken from its front.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) { //~ SAFE
    struct node *front = 0, *back = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            n->next = 0;
            n->v = 1;
            if (back)
                back->next = n;
            else
                front = n;
            back = n;
        } else if (front) {
            struct node *n = front;
            front = n->next;
            if (!front)
                back = 0;
            free(n);
        }
    }
    while (front) {
        struct node *next = front->next;
        free(front);
        front = next;
    }
    return 0;
}
