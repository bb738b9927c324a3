// The node is freed before it is put into the result.
//@ engines: smg
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

static struct node **largest(struct node **link) {
    struct node **best = link;
    for (; *link; link = &(*link)->next)
        if ((*link)->value > (*best)->value)
            best = link;
    return best;
}

int main(void) {
    static struct node *sorted;
    struct node *list = build();
    while (list) {
        struct node **at = largest(&list);
        struct node *n = *at;
        *at = n->next;
        free(n);
        n->next = sorted; //~ ERROR use-after-free
        sorted = n;
    }
    destroy(sorted);
    return 0;
}
