// A list of two nodes or more is walked through, and what belongs to its nodes freed; it still has two nodes or more.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
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
    assert(list && list->next); //~ SAFE
    for (struct thing *t = list->next; t; t = t->next)
        assert(t->prev->next == t);
}
int main(void) {
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
