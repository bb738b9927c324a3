// Entries that meet a condition are taken out and freed while the list is walked.
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

static void list_del(struct list_head *item) {
    item->next->prev = item->prev;
    item->prev->next = item->next;
}

struct item {
    struct list_head link;
    int value;
};

static struct list_head items;

int main(void) { //~ SAFE
    list_init(&items);
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->value = __VERIFIER_nondet_int();
        list_add(&i->link, &items, items.next);
    }
    struct list_head *at, *next;
    for (at = items.next; at != &items; at = next) {
        struct item *i = list_entry(at, struct item, link);
        next = at->next;
        if (i->value < 0) {
            list_del(&i->link);
            free(i);
        }
    }
    while (items.next != &items) {
        struct item *i = list_entry(items.next, struct item, link);
        list_del(&i->link);
        free(i);
    }
    return 0;
}
