// The caller frees the list twice; the second time walks through freed memory.
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
    *result = first;
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next; //~ ERROR use-after-free
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *list = NULL;
    make(&list, 0);
    destroy(list);
    destroy(list);
    return 0;
}
