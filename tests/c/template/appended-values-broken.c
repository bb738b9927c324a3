// A list that grows at its end; numbers stay in their range while they are changed. One number is wrong.
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
        n->next = 0;
        n->value = 15;
        tail->next = n;
        tail = n;
    }
    for (;;) {
        for (struct node *p = list; p; p = p->next) {
            if (p->value < 10 || p->value > 20)
                reach_error(); //~ ERROR error-reached
            if (p->value < 30)
                p->value++;
            else
                p->value /= 2;
        }
    }
}
