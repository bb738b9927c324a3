// As optional-entries-head-elsewhere; where the first link of an object lies, the second link of an entry does.
//@ engines: smg
#include <stddef.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct link {
    struct link *next;
    struct link *prev;
};
struct object {
    struct object *next;
    int kind;
    struct link entries;
};
struct entry {
    int key;
    int value;
    struct link link;
};
#define ENTRY(l) ((struct entry *)((char *)(l) - offsetof(struct entry, link)))
static void add(struct link *head, struct entry *e) {
    e->link.next = head;
    e->link.prev = head->prev;
    head->prev->next = &e->link;
    head->prev = &e->link;
}
int main(void) { //~ SAFE
    struct object *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct object *o = malloc(sizeof *o);
        o->entries.next = o->entries.prev = &o->entries;
        o->next = all;
        all = o;
        if (__VERIFIER_nondet_int()) {
            struct entry *e = malloc(sizeof *e);
            e->key = 1;
            add(&o->entries, e);
        }
    }
    while (all) {
        struct object *o = all;
        all = o->next;
        if (o->entries.next != &o->entries) {
            struct entry *e = ENTRY(o->entries.next);
            free(e);
        }
        free(o);
    }
    return 0;
}
