// A singly-linked intrusive list: the link lies in the middle of the item.
//@ engines: smg
#include <stddef.h>
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct slink {
    struct slink *next;
};

struct item {
    int before;
    struct slink link;
    int after;
};

#define item_of(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))

int main(void) { //~ SAFE
    struct slink *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->before = 1;
        i->after = 2;
        i->link.next = list;
        list = &i->link;
    }
    while (list) {
        struct item *i = item_of(list);
        assert(i->before == 1 && i->after == 2);
        list = list->next;
        free(i);
    }
    return 0;
}
