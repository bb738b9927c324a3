// Nodes of one allocation are different objects: five of them may hold five numbers.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
    int value;
};
int main(void) {
    struct node *list = 0;
    int k = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = k++;
        n->next = list;
        list = n;
    }
    int sum = 0, count = 0;
    for (struct node *p = list; p; p = p->next) {
        sum += p->value;
        count++;
    }
    if (count == 5 && sum == 10)
        reach_error(); //~ ERROR error-reached
    return 0;
}
