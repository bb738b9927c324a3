// Nodes are put in order by a function that is called forty times.
//@ engines: template
//@ property: valid-deref
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
#define TEN(x) x x x x x x x x x x
struct node {
    int value;
    struct node *next;
};
struct list {
    struct node *first;
    int largest;
};
static void append(struct list *list, int value) {
    if (value < 0 || value > 9)
        value = 1;
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->value = value;
    node->next = 0;
    if (value > list->largest)
        list->largest = value;
    if (!list->first) {
        list->first = node;
        return;
    }
    struct node *last = list->first;
    while (last->next)
        last = last->next;
    last->next = node;
}
int main(void) { //~ SAFE
    struct list list = { 0, 0 };
    TEN(append(&list, __VERIFIER_nondet_int());)
    TEN(append(&list, __VERIFIER_nondet_int());)
    TEN(append(&list, __VERIFIER_nondet_int());)
    TEN(append(&list, __VERIFIER_nondet_int());)
    if (list.largest > 9)
        reach_error();
    for (struct node *node = list.first; node; node = node->next)
        if (node->value < 0 || node->value > 9)
            reach_error();
    return 0;
}
