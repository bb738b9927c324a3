// As the running example, but the successor is read from the freed node, with which it is lost.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_item {
    struct list_item *next;
    struct list_item *prev;
};

int main(void) {
    struct list_item *list = NULL;
    struct list_item *x = NULL;
    while (__VERIFIER_nondet_int() != 0) {
        x = calloc(1, sizeof *x);
        x->next = list;
        if (list != NULL)
            list->prev = x;
        list = x;
    }
    while (list != NULL) {
        x = list;
        free(x); //~ ERROR memory-leak
        list = x->next; //~ ERROR use-after-free
    }
    return 0;
}
