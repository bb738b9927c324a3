// The owner is freed with all its items still in it.
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
    struct list_head link;
};

struct owner {
    int id;
    struct list_head items;
};

static struct owner *make_owner(void) {
    struct owner *o = malloc(sizeof *o);
    o->id = 1;
    list_init(&o->items);
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        list_add(&i->link, o->items.prev, &o->items);
    }
    return o;
}

int main(void) {
    struct owner *o = make_owner();
    free(o); //~ ERROR memory-leak
    return 0;
}
