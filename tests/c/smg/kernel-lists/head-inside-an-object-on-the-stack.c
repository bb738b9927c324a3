// An initialised head goes out of scope while an item is still linked to it.
//@ engines: smg
#include <stdlib.h>
struct list_head {
    struct list_head *next, *prev;
};

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
    item->next->prev = item->prev; //~ ERROR out-of-scope
    item->prev->next = item->next;
}

struct item {
    struct list_head link;
};

int main(void) {
    struct item *kept = malloc(sizeof *kept);
    {
        struct list_head local;
        list_init(&local);
        list_add(&kept->link, &local, local.next);
    }
    list_del(&kept->link);
    free(kept);
    return 0;
}
