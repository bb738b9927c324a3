// The arguments end with a null pointer; each is a node that is linked to the one before.
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
        first->next = va_arg(rest, struct node *);
        if (!first->next)
            break;
        first = first->next;
    }
    va_end(rest);
}

int main(void) { //~ SAFE
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    chain(a, b, (struct node *)NULL);
    while (a) {
        struct node *next = a->next;
        free(a);
        a = next;
    }
    return 0;
}
