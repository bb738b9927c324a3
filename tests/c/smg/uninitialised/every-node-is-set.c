// Every node of a list of any length has its value before it is read.
//@ engines: smg
//@ property: no-uninit
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};

int main(void) { //~ SAFE
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    int positive = 0;
    while (list) {
        struct node *next = list->next;
        if (list->value > 0)
            positive = 1;
        free(list);
        list = next;
    }
    return positive;
}
