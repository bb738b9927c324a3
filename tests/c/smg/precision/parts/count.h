// As many nodes as were pushed: they have to be counted.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#ifdef BROKEN_COUNT
#define POPPED 7
#else
#define POPPED 6
#endif
struct entry {
    struct entry *prev;
    struct entry *next;
    int value;
};
struct stack {
    struct entry *first;
    struct entry *last;
};
static void push_entry(struct stack *l, int value) {
    struct entry *n = malloc(sizeof *n);
    n->value = value;
    n->next = 0;
    n->prev = l->last;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}
static int pop_entry(struct stack *l) {
    struct entry *n = l->last;
    int value = n->value;
    l->last = n->prev;
    if (l->last)
        l->last->next = 0;
    else
        l->first = 0;
    free(n);
    return value;
}
static int count(void) {
    struct stack many = {0, 0}, six = {0, 0};
    do
        push_entry(&many, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int());
    for (int i = 0; i < 6; i++)
        push_entry(&six, __VERIFIER_nondet_int());
    while (many.first)
        pop_entry(&many);
    for (int i = 0; i < POPPED; i++)
        pop_entry(&six);
    assert(!six.first && !six.last);
    return 0;
}
