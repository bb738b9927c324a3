// The source keeps its links; freeing it leaves freed items in the target.
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
    int value;
};

static void list_splice(struct list_head *from, struct list_head *to) {
    if (from->next == from)
        return;
    from->next->prev = to;
    from->prev->next = to->next;
    to->next->prev = from->prev;
    to->next = from->next;
    from->prev->next = from;
}

static void fill(struct list_head *list, int value) {
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->value = value;
        list_add(&i->link, list->prev, list);
    }
}

static void clear(struct list_head *list) {
    struct list_head *at = list->next;
    while (at != list) {
        struct item *i = list_entry(at, struct item, link);
        at = at->next; //~ ERROR use-after-free
        free(i);
    }
}

int main(void) {
    struct list_head one, two;
    list_init(&one);
    list_init(&two);
    fill(&one, 1);
    list_splice(&one, &two);
    clear(&one);
    clear(&two);
    return 0;
}
