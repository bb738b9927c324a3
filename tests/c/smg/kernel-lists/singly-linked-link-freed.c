// The link is freed in place of the item.
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

int main(void) {
    struct slink *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->before = 1;
        i->after = 2;
        i->link.next = list;
        list = &i->link;
    }
    while (list) {
        struct slink *link = list;
        list = list->next;
        free(link); //~ ERROR interior-free
        free(item_of(link));
    }
    return 0;
}
