/*
 * A singly linked list: built, walked, destroyed.
 *
 * fafnir check examples/list.c: Proved. Every access is valid, every node is
 * freed exactly once and none is lost.
 */
#include <assert.h>
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

static int sum(const struct node *head)
{
    int total = 0;
    for (; head; head = head->next)
        total += head->value;
    return total;
}

static void destroy(struct node *head)
{
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 1; i <= 100; i++)
        list = push(list, i);
    assert(sum(list) == 5050);
    destroy(list);
    return 0;
}
