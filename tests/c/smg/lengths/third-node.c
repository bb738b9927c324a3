// A list of four nodes has a third one.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
struct node {
    struct node *next;
    unsigned number;
};
int main(void) {
    struct node *list = 0;
    for (unsigned i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        n->number = i;
        n->next = list;
        list = n;
    }
    assert(list->next->next->number == 1); //~ SAFE
    for (unsigned i = 4; i > 0; i--) {
        assert(list->number == i - 1);
        struct node *next = list->next;
        free(list);
        list = next;
    }
    assert(!list);
    return 0;
}
