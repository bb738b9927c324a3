// Some nodes are popped and not pushed to the other list.
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

int main(void) {
    struct list from = { NULL }, to = { NULL };
    static struct node *n;
    while (__VERIFIER_nondet_int()) {
        n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        push(&from, n);
    }
    while ((n = pop(&from)))
        if (n->value == 0)
            n = NULL; //~ ERROR memory-leak
        else
            push(&to, n);
    while ((n = pop(&to)))
        free(n);
    return 0;
}
