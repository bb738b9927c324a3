//@ args: check --quiet
//@ exit: 1
#include <stdlib.h>

struct node { int value; struct node *next; };

static int first(const struct node *n)
{
    return n->value;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    struct node *second = list->next;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return first(second);
}
