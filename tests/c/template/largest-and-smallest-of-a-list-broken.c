// Every number of a list is between the smallest and the largest that were seen. One number is wrong.
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
    int least = 1000, most = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        if (n->value < 0 || n->value > 1000)
            n->value = 500;
        if (n->value < least)
            least = n->value;
        if (n->value > most)
            most = n->value - 1;
        n->next = list;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->value < least || p->value > most)
            reach_error(); //~ ERROR error-reached
    return 0;
}
