// What follows which colour.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
enum colour { BLACK, RED };
struct coloured {
    struct coloured *next;
    enum colour colour;
};
static struct coloured *append_coloured(struct coloured *last, enum colour colour) {
    struct coloured *n = malloc(sizeof *n);
    n->next = 0;
    n->colour = colour;
    last->next = n;
    return n;
}
static int order(void) {
    struct coloured *list = malloc(sizeof *list);
    list->next = 0;
    list->colour = BLACK;
    struct coloured *last = list;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            last = append_coloured(last, RED);
#ifdef BROKEN_ORDER
        if (__VERIFIER_nondet_int())
#endif
#ifndef BROKEN_ORDER
        if (last->colour == RED)
#endif
            last = append_coloured(last, BLACK);
    }
    assert(last->colour == BLACK);

    for (struct coloured *n = list; n; n = n->next)
        if (n->colour == RED) {
            n = n->next;
            assert(n->colour == BLACK);
        }
    while (list) {
        struct coloured *next = list->next;
        if (list->colour == RED) {
            struct coloured *black = next;
            next = black->next;
            free(black);
        }
        free(list);
        list = next;
    }
    return 0;
}
