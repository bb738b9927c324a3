// One of the nodes was freed before it is linked with the others.
//@ engines: smg
#include <stdarg.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static void chain(struct node *first, ...) {
    va_list rest;
    va_start(rest, first);
    for (;;) {
        first->next = va_arg(rest, struct node *); //~ ERROR use-after-free
        if (!first->next)
            break;
        first = first->next;
    }
    va_end(rest);
}

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    free(b);
    chain(a, b, (struct node *)NULL);
    while (a) {
        struct node *next = a->next;
        free(a);
        a = next;
    }
    return 0;
}
