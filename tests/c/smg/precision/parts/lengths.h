// Two nodes or more.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#ifdef BROKEN_LENGTHS
#define FIRST 0
#else
#define FIRST push_thing(0)
#endif
struct part {
    struct part *next;
};
struct thing {
    struct thing *next;
    struct thing *prev;
    struct part *parts;
};
static struct thing *push_thing(struct thing *list) {
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
static void strip_thing(struct thing *t) {
    while (t->parts) {
        struct part *p = t->parts;
        t->parts = p->next;
        free(p);
    }
}
static void check_things(struct thing *list) {
    assert(list && list->next);
    for (struct thing *t = list->next; t; t = t->next)
        assert(t->prev->next == t);
}
static int lengths(void) {
    struct thing *list = push_thing(FIRST);
    while (__VERIFIER_nondet_int())
        list = push_thing(list);
    check_things(list);
    for (struct thing *t = list; t; t = t->next)
        strip_thing(t);
    check_things(list);
    while (list) {
        struct thing *next = list->next;
        assert(!list->parts);
        free(list);
        list = next;
    }
    return 0;
}
