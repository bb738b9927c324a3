// The nodes are moved one by one to a second list.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first;
};

static void push(struct list *list, struct node *n) {
    n->next = list->first;
    list->first = n;
}

static struct node *pop(struct list *list) {
    struct node *n = list->first;
    if (n)
        list->first = n->next;
    return n;
}

int main(void) { //~ SAFE
    struct list from = { NULL }, to = { NULL };
    struct node *n;
    while (__VERIFIER_nondet_int()) {
        n = malloc(sizeof *n);
        n->value = 0;
        push(&from, n);
    }
    while ((n = pop(&from)))
        push(&to, n);
    while ((n = pop(&to)))
        free(n);
    return 0;
}
