// The nodes of one list go behind those of another one: there are as many as in both.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static struct node *push(struct node *list) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    return n;
}
int main(void) { //~ SAFE
    struct node *a = 0, *b = 0;
    unsigned of_a = 0, of_b = 0;
    while (__VERIFIER_nondet_int()) {
        a = push(a);
        of_a++;
    }
    while (__VERIFIER_nondet_int()) {
        b = push(b);
        of_b++;
    }
    unsigned both = of_a + of_b;
    while (a) {
        struct node *n = a;
        a = n->next;
        n->next = b;
        b = n;
    }
    unsigned n = 0;
    for (struct node *p = b; p; p = p->next)
        n++;
    assert(n == both);
    while (b) {
        struct node *n = b;
        b = n->next;
        free(n);
    }
    return 0;
}
