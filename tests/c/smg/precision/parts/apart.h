// Marks that an unknown number decides: nodes with different ones have to be kept apart.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct marked {
    int mark;
    struct marked *next;
};
static int apart(void) {
    int fancy = __VERIFIER_nondet_int();
    struct marked *list = malloc(sizeof *list);
    struct marked *last = list;
    while (__VERIFIER_nondet_int()) {
#ifdef BROKEN_APART
        fancy = __VERIFIER_nondet_int();
#endif
        last->mark = fancy ? 4 : 5;
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    last->mark = 6;
    last->next = 0;

    struct marked *at = list;
    if (fancy)
        while (at->mark == 4)
            at = at->next;
    else
        while (at->mark == 5)
            at = at->next;
    assert(at->mark == 6);
    assert(at == last);

    while (list) {
        struct marked *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
