// A counter beside a list that stops at a bound: the list may be longer.
//@ engines: smg template horn sl auto
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *list = NULL;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
        if (count < 16)
            count++;
    }
    int nodes = 0;
    for (struct node *i = list; i; i = i->next)
        nodes++;
    assert(nodes == count); //~ NOT-PROVED
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
