// An array of lists: a node is in the bucket of its number.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    unsigned data;
    struct node *next;
};
struct node *buckets[4];
int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned value = __VERIFIER_nondet_uint();
        struct node *n = malloc(sizeof *n);
        n->data = value;
        n->next = buckets[value % 4];
        buckets[value % 4] = n;
    }
    unsigned which = __VERIFIER_nondet_uint() % 4;
    for (struct node *at = buckets[which]; at; at = at->next)
        if (at->data % 4 != which)
            reach_error();
}
