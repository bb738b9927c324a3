// Only the nodes behind a certain one are freed; its predecessors are lost with it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    struct node *prev;
    int value;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->prev = NULL;
        n->next = head;
        if (head)
            head->prev = n;
        head = n;
    }
    return head;
}

int main(void) {
    struct node *last = build();
    while (last && last->next)
        last = last->next;
    while (last) {
        struct node *before = last->prev;
        int stop = last->value == 3;
        free(last);
        if (stop && before) {
            before->next = NULL;
            return before->value; //~ ERROR memory-leak
        }
        last = before;
    }
    return 0;
}
