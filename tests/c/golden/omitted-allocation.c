// The steps around the lost block's allocation stay, in the call that they belong to; what the user wrote stands in the way, not what
// macros of the system become.
//@ args: check --quiet
//@ exit: 1
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *make(int count)
{
    struct node *head = NULL;
    for (int i = 0; i < count; i++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            abort();
        node->next = head;
        node->value = i;
        head = node;
    }
    return head;
}

static int sum(const struct node *node)
{
    int sum = 0;
    for (; node != NULL; node = node->next)
        sum += node->value;
    return sum;
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 4; i++)
        total += i;
    struct node *head = make(80);
    for (int i = 0; i < 40; i++)
        total += sum(head);
    head = head->next;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return total > 3;
}
