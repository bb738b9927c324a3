// The lists are freed, the block that their items shared is not.
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

struct shared {
    int value;
};

struct item {
    struct shared *data;
    struct list_head link;
};

struct top {
    struct list_head link;
    struct list_head items;
};

static struct list_head tops;

static void add_top(struct shared *data) {
    struct top *t = malloc(sizeof *t);
    list_init(&t->items);
    list_add(&t->link, tops.prev, &tops);
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->data = data;
        list_add(&i->link, t->items.prev, &t->items);
    }
}

static void free_items(struct top *t, struct shared *data) {
    struct list_head *at = t->items.next;
    while (at != &t->items) {
        struct item *i = list_entry(at, struct item, link);
        at = at->next;
        assert(i->data == data);
        i->data->value = 1;
        free(i);
    }
}

int main(void) {
    struct shared *data = malloc(sizeof *data);
    data->value = 0;
    list_init(&tops);
    while (__VERIFIER_nondet_int())
        add_top(data);
    struct list_head *at = tops.next;
    while (at != &tops) {
        struct top *t = list_entry(at, struct top, link);
        at = at->next;
        free_items(t, data);
        free(t);
    }
    return data->value; //~ ERROR memory-leak
}
