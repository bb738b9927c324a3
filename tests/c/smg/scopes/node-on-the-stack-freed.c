// The list is freed from its first node on, which is a variable.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node first = { 0, NULL };
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = first.next;
        first.next = n;
    }
    struct node *n = &first;
    while (n) {
        struct node *next = n->next;
        free(n); //~ ERROR non-heap-free
        n = next;
    }
    return 0;
}
