// The head is initialised in one direction only; the walk through an empty list starts at a null link.
//@ engines: smg
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_head {
    struct list_head *next, *prev;
};

#define list_entry(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

static void list_init(struct list_head *head) {
    head->next = head;
    head->prev = head;
}

static void list_add(struct list_head *item, struct list_head *before, struct list_head *after) {
    after->prev = item;
    item->next = after;
    item->prev = before;
    before->next = item;
}

struct item {
    int value;
    struct list_head link;
};

static struct list_head items;

int main(void) {
    if (__VERIFIER_nondet_int())
        list_init(&items);
    else
        items.prev = &items;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->value = 1;
        list_add(&i->link, items.prev, &items);
    }
    struct list_head *at = items.next;
    while (at != &items) {
        struct list_head *link = at;
        at = at->next; //~ ERROR null-deref
        free(list_entry(link, struct item, link));
    }
    return 0;
}
