// A counter beside a list: its length has to be a number.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};
struct counted {
    struct item *first;
    unsigned length;
};
static void push_item(struct counted *list) {
    struct item *n = malloc(sizeof *n);
    n->next = list->first;
    list->first = n;
#ifdef BROKEN_NUMBER
    if (__VERIFIER_nondet_int())
#endif
        list->length++;
}
static unsigned count_items(const struct counted *list) {
    unsigned n = 0;
    for (const struct item *p = list->first; p; p = p->next)
        n++;
    return n;
}
static int number(void) {
    struct counted list = {0, 0};
    while (__VERIFIER_nondet_int())
        push_item(&list);
    assert(count_items(&list) == list.length);
    while (list.first) {
        struct item *n = list.first;
        list.first = n->next;
        list.length--;
        free(n);
        assert(count_items(&list) == list.length);
    }
    assert(list.length == 0);
    return 0;
}
