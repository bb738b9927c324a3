// A duplicate is freed, and then inserted all the same.
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
        if (*link && (*link)->value == n->value)
            free(n);
        n->next = *link; //~ ERROR use-after-free
        *link = n;
    }
    return sorted;
}

int main(void) {
    struct node *head = sort(build());
    destroy(head);
    return 0;
}
