// Freeing in the macro that computes the next entry from the current one.
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

#define list_for_each_entry(pos, head, member) \
    for (pos = list_entry((head)->next, __typeof__(*pos), member); &pos->member != (head); \
         pos = list_entry(pos->member.next, __typeof__(*pos), member))
#define list_for_each_entry_safe(pos, after, head, member) \
    for (pos = list_entry((head)->next, __typeof__(*pos), member), \
         after = list_entry(pos->member.next, __typeof__(*pos), member); &pos->member != (head); \
         pos = after, after = list_entry(after->member.next, __typeof__(*pos), member))

struct item {
    long value;
    struct list_head link;
};

int main(void) {
    struct list_head items;
    struct item *i;
    list_init(&items);
    while (__VERIFIER_nondet_int()) {
        i = malloc(sizeof *i);
        i->value = 30;
        list_add(&i->link, items.prev, &items);
    }
    list_for_each_entry(i, &items, link)
        assert(i->value == 30);
    list_for_each_entry(i, &items, link) //~ ERROR use-after-free
        free(i);
    return 0;
}
