// The link inside the entry is freed instead of the entry.
//@ engines: smg
#include <stddef.h>
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct hlist_node {
    struct hlist_node *next, **pprev;
};

struct hlist_head {
    struct hlist_node *first;
};

struct entry {
    int key;
    struct hlist_node link;
};

#define entry_of(n) ((struct entry *)((char *)(n) - offsetof(struct entry, link)))

static struct hlist_head bucket;

static void hlist_add(struct hlist_node *n, struct hlist_head *h) {
    n->next = h->first;
    if (n->next)
        n->next->pprev = &n->next;
    h->first = n;
    n->pprev = &h->first;
}

static void hlist_del(struct hlist_node *n) {
    *n->pprev = n->next;
    if (n->next)
        n->next->pprev = n->pprev;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct entry *e = malloc(sizeof *e);
        e->key = __VERIFIER_nondet_int();
        hlist_add(&e->link, &bucket);
    }
    struct hlist_node *n = bucket.first;
    while (n && entry_of(n)->key != 1)
        n = n->next;
    if (n) {
        assert(*n->pprev == n);
        hlist_del(n);
        free(entry_of(n));
    }
    while (bucket.first) {
        n = bucket.first;
        hlist_del(n);
        free(n); //~ ERROR interior-free
        free(entry_of(n));
    }
    return 0;
}
