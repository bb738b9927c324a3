/*
 * A doubly linked list of as many nodes as the input says, built at the front and
 * taken down from the front. No test can try all lengths.
 *
 * fafnir check examples/list_of_any_length.c: Proved, for every length, by the shape
 * analysis. Try --invariants to see the shape of the heap at the loops.
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

static struct node *push(struct node *head)
{
    struct node *node = calloc(1, sizeof *node);
    node->next = head;
    if (head)
        head->prev = node;
    return node;
}

int main(void)
{
    struct node *list = NULL;

    while (__VERIFIER_nondet_int())
        list = push(list);

    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
