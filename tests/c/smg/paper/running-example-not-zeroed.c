// As the running example, but the back link of the first node never gets a value.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_item {
    struct list_item *next;
    struct list_item *prev;
};

int main(void) {
    static struct list_item *list;
    struct list_item *x = NULL;
    while (__VERIFIER_nondet_int() != 0) {
        x = malloc(sizeof *x);
        x->next = list;
        if (list != NULL)
            list->prev = x;
        list = x;
    }
    return list && list->prev->next; //~ ERROR uninit-pointer
}
