// Items wander from one list to another and are freed there.
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
    item->next->prev = item->prev;
    item->prev->next = item->next;
}

struct job {
    int state;
    struct list_head link;
};

int main(void) { //~ SAFE
    struct list_head waiting, done;
    list_init(&waiting);
    list_init(&done);
    while (__VERIFIER_nondet_int()) {
        struct job *j = malloc(sizeof *j);
        j->state = 0;
        list_add(&j->link, waiting.prev, &waiting);
    }
    while (waiting.next != &waiting) {
        struct job *j = list_entry(waiting.next, struct job, link);
        list_del(&j->link);
        j->state = 1;
        list_add(&j->link, &done, done.next);
    }
    while (done.next != &done) {
        struct job *j = list_entry(done.next, struct job, link);
        assert(j->state == 1);
        list_del(&j->link);
        free(j);
    }
    return 0;
}
