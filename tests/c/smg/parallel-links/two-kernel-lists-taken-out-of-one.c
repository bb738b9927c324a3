// An item is taken out of one list only before it is freed.
//@ engines: smg
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_head {
    struct list_head *next, *prev;
};
struct item {
    int value;
    struct list_head all;
    struct list_head active;
};
#define item_of(link, member) ((struct item *)((char *)(link) - offsetof(struct item, member)))

static void list_add(struct list_head *link, struct list_head *head) {
    link->next = head->next;
    link->prev = head;
    head->next->prev = link;
    head->next = link;
}

static void list_del(struct list_head *link) {
    link->next->prev = link->prev;
    link->prev->next = link->next;
}

int main(void) {
    struct list_head all = {&all, &all}, active = {&active, &active};
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->value = 0;
        list_add(&i->all, &all);
        list_add(&i->active, &active);
    }
    for (struct list_head *link = all.next; link != &all; link = link->next)
        item_of(link, all)->value++;
    for (struct list_head *link = active.prev; link != &active; link = link->prev)
        item_of(link, active)->value++;
    while (active.next != &active) {
        struct item *i = item_of(active.next, active);
        list_del(&i->active);
        free(i);
    }
    return all.next == &all ? 0 : item_of(all.next, all)->value; //~ ERROR use-after-free
}
