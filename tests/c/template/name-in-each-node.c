// Bytes of a name inside of each node are written, and the number behind the name stays as it is.
//@ engines: template
//@ property: unreach-call
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    char name[8];
    int count;
    struct node *next;
};
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->count = 3;
        node->next = list;
        list = node;
    }
    for (struct node *p = list; p; p = p->next) {
        int i = __VERIFIER_nondet_int();
        if (i >= 0 && i < 8)
            p->name[i] = 'x';
    }
    for (struct node *p = list; p; p = p->next)
        if (p->count != 3)
            reach_error();
    return 0;
}
