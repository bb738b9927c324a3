// An entry is removed from its chain.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { BUCKETS = 2 };

struct entry {
    struct entry *next;
    int key;
};

static struct entry *buckets[BUCKETS];

static void put(int key) {
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->next = buckets[key & 1];
    buckets[key & 1] = e;
}

static void drop(int key) {
    struct entry **link = &buckets[key & 1];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    if (*link) {
        struct entry *e = *link;
        *link = e->next;
        free(e);
    }
}

int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int())
        put(__VERIFIER_nondet_int());
    drop(4);
    drop(5);
    for (int i = 0; i < BUCKETS; i++) {
        while (buckets[i]) {
            struct entry *e = buckets[i];
            buckets[i] = e->next;
            free(e);
        }
    }
    return 0;
}
