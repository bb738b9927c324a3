/*
 * Destroying a list the wrong way: the loop frees a node and then asks that
 * same node where the next one is. On most days this even works.
 *
 * fafnir check examples/use_after_free.c: Violated (use-after-free in
 * `destroy`), with the places where the node was allocated and freed.
 */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->value = value;
    node->next = head;
    return node;
}

static void destroy(struct node *head)
{
    for (; head; head = head->next)
        free(head);
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = push(list, i);
    destroy(list);
    return 0;
}
