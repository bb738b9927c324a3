// Some nodes of the list never get their value.
//@ engines: smg
//@ property: no-uninit
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (__VERIFIER_nondet_int())
            n->value = 1;
        n->next = list;
        list = n;
    }
    int positive = 0;
    while (list) {
        struct node *next = list->next;
        if (list->value > 0) //~ ERROR uninit-read
            positive = 1;
        free(list);
        list = next;
    }
    return positive;
}
