// A list is walked by a function that gets another one to call for every node.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    }
    return head;
}

static void for_each(struct node *list, void (*visit)(struct node *)) {
    while (list) {
        struct node *next = list->next;
        visit(list);
        list = next;
    }
}

static void clear(struct node *n) {
    n->value = 0;
}

static void check(struct node *n) {
    assert(n->value == 0);
}

static void release(struct node *n) {
    free(n);
}

int main(void) { //~ SAFE
    struct node *list = build();
    for_each(list, clear);
    for_each(list, check);
    for_each(list, release);
    return 0;
}
