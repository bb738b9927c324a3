// As the running example, but freed from the last node on, through the back links.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_item {
    struct list_item *next;
    struct list_item *prev;
};

int main(void) { //~ SAFE
    struct list_item *list = NULL;
    struct list_item *x = NULL;
    while (__VERIFIER_nondet_int() != 0) {
        x = calloc(1, sizeof *x);
        x->next = list;
        if (list != NULL)
            list->prev = x;
        list = x;
    }
    while (list != NULL && list->next != NULL)
        list = list->next;
    while (list != NULL) {
        x = list;
        list = list->prev;
        free(x);
    }
    return 0;
}
