// One list bears marks that an unknown number decides, the other one has as many nodes as were pushed.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct marked {
    int mark;
    struct marked *next;
};
static int marks(void) {
    int fancy = __VERIFIER_nondet_int();
    struct marked *list = malloc(sizeof *list);
    struct marked *last = list;
    while (__VERIFIER_nondet_int()) {
        last->mark = fancy ? 4 : 5;
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    last->mark = 6;
    last->next = 0;

    struct marked *at = list;
    if (fancy)
        while (at->mark == 4)
            at = at->next;
    else
        while (at->mark == 5)
            at = at->next;
    assert(at->mark == 6);
    assert(at == last);

    while (list) {
        struct marked *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

struct node {
    struct node *prev;
    struct node *next;
    int value;
};
struct list {
    struct node *first;
    struct node *last;
};
static void push(struct list *l, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = 0;
    n->prev = l->last;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}
static int pop(struct list *l) {
    struct node *n = l->last;
    int value = n->value;
    l->last = n->prev;
    if (l->last)
        l->last->next = 0;
    else
        l->first = 0;
    free(n);
    return value;
}
static int stack(void) {
    struct list many = {0, 0}, six = {0, 0};
    do
        push(&many, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int());
    for (int i = 0; i < 6; i++)
        push(&six, __VERIFIER_nondet_int());
    while (many.first)
        pop(&many);
    for (int i = 0; i < 6; i++)
        pop(&six);
    assert(!six.first && !six.last);
    return 0;
}

int main(void) { //~ SAFE
    marks();
    stack();
    return 0;
}
