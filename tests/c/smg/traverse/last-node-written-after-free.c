// The last node is remembered across the freeing of the list.
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

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = build();
    if (!head)
        return 0;
    struct node *last = head;
    while (last->next)
        last = last->next;
    assert(last->next == NULL);
    last->value = 5;
    destroy(head);
    last->value = 6; //~ ERROR use-after-free
    return 0;
}
