// One list is about the order of colours, the other one about having two nodes or more: each needs another precision.
//@ engines: smg
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
static int colours(void) {
    struct coloured *list = malloc(sizeof *list);
    list->next = 0;
    list->colour = BLACK;
    struct coloured *last = list;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            last = append_coloured(last, RED);
        if (last->colour == RED)
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

struct part {
    struct part *next;
};
struct thing {
    struct thing *next;
    struct thing *prev;
    struct part *parts;
};
static struct thing *push(struct thing *list) {
    struct thing *t = malloc(sizeof *t);
    t->prev = 0;
    t->next = list;
    t->parts = 0;
    do {
        struct part *p = malloc(sizeof *p);
        p->next = t->parts;
        t->parts = p;
    } while (__VERIFIER_nondet_int());
    if (list)
        list->prev = t;
    return t;
}
static void strip(struct thing *t) {
    while (t->parts) {
        struct part *p = t->parts;
        t->parts = p->next;
        free(p);
    }
}
static void check(struct thing *list) {
    assert(list && list->next);
    for (struct thing *t = list->next; t; t = t->next)
        assert(t->prev->next == t);
}
static int things(void) {
    struct thing *list = push(push(0));
    while (__VERIFIER_nondet_int())
        list = push(list);
    check(list);
    for (struct thing *t = list; t; t = t->next)
        strip(t);
    check(list);
    while (list) {
        struct thing *next = list->next;
        assert(!list->parts);
        free(list);
        list = next;
    }
    return 0;
}

int main(void) { //~ SAFE
    colours();
    things();
    return 0;
}
