// A counter beside a list that is cut after the list was built.
//@ engines: smg horn sl auto
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *list = NULL;
    unsigned count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
        count++;
    }
    if (count > 40)
        count = 40;
    unsigned nodes = 0;
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
