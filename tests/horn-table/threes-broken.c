// One may hold 4.
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
        n->data = __VERIFIER_nondet_int() == 7 ? 4 : 3;
        n->next = list;
        list = n;
    }
    while (list) {
        if (list->data != 3)
            reach_error();
        list = list->next;
    }
}
