// A list is freed while it is walked.
//@ engines: horn
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = list;
        list = n;
    }
    int sum = 0;
    for (struct node *at = list; at; at = at->next) //~ ERROR use-after-free
        free(at);
    return sum;
}
