// Calling the function again overwrites the only pointer to the first list.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static void make(struct node **result, int longer) {
    struct node *first = malloc(sizeof *first);
    first->value = 1;
    first->next = NULL;
    if (longer) {
        struct node *second = malloc(sizeof *second);
        second->value = 2;
        second->next = NULL;
        first->next = second;
    }
    *result = first; //~ ERROR memory-leak
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *list = NULL;
    make(&list, 0);
    make(&list, 0);
    destroy(list);
    return 0;
}
