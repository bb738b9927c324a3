// The node takes its place, but the nodes behind that place are cut off.
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

static struct node *sort(struct node *list) {
    struct node *sorted = NULL;
    while (list) {
        struct node *n = list;
        list = list->next;
        struct node **link = &sorted;
        while (*link && (*link)->value < n->value)
            link = &(*link)->next;
        n->next = NULL;
        *link = n; //~ ERROR memory-leak
    }
    return sorted;
}

int main(void) {
    struct node *head = sort(build());
    destroy(head);
    return 0;
}
