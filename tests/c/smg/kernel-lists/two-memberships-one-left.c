// The items are taken out of one of their lists only; the other is full of freed items.
//@ engines: smg
#include <stddef.h>
#include <assert.h>
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
    item->next->prev = item->prev; //~ ERROR use-after-free
    item->prev->next = item->next;
}

struct item {
    struct list_head by_age;
    struct list_head by_size;
    int value;
};

static struct list_head ages, sizes;

int main(void) {
    list_init(&ages);
    list_init(&sizes);
    for (int n = 0; n < 2 && __VERIFIER_nondet_int(); n++) {
        struct item *i = malloc(sizeof *i);
        i->value = 6;
        list_add(&i->by_age, ages.prev, &ages);
        list_add(&i->by_size, sizes.prev, &sizes);
    }
    while (sizes.next != &sizes) {
        struct item *i = list_entry(sizes.next, struct item, by_size);
        assert(i->value == 6);
        list_del(&i->by_size);
        free(i);
    }
    if (ages.next != &ages)
        list_del(ages.next);
    return 0;
}
