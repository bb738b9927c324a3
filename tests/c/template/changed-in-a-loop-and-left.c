// A list whose numbers are changed still ends.
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
    struct node *list = malloc(sizeof *list);
    struct node *tail = list;
    list->next = 0;
    list->value = 10;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        tail->next = n;
        n->next = 0;
        n->value = 12;
        tail = n;
    }
    for (struct node *p = list; p; p = p->next)
        p->value++;
    reach_error(); //~ ERROR error-reached
    return 0;
}
