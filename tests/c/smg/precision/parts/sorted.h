// Insertion sort: that the nodes are sorted has to be known.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#ifdef BROKEN_SORTED
#define BELOW !=
#else
#define BELOW <
#endif
struct ranked {
    struct ranked *next;
    int value;
};
static struct ranked *insert_ranked(struct ranked *list, int value) {
    struct ranked *n = malloc(sizeof *n);
    n->value = value;
    if (!list || list->value >= value) {
        n->next = list;
        return n;
    }
    struct ranked *before = list;
    while (before->next && before->next->value BELOW value)
        before = before->next;
    n->next = before->next;
    before->next = n;
    return list;
}
static int sorted(void) {
    struct ranked *list = 0;
    while (__VERIFIER_nondet_int())
        list = insert_ranked(list, __VERIFIER_nondet_int());
    for (struct ranked *p = list; p && p->next; p = p->next)
        assert(p->value <= p->next->value);
    while (list) {
        struct ranked *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
