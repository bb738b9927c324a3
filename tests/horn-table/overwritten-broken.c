// The second write is left out once.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 3;
        n->next = list;
        if (__VERIFIER_nondet_int())
            n->data = 4;
        list = n;
    }
    while (list) {
        if (list->data != 4)
            reach_error();
        list = list->next;
    }
}
