// An entry that was found is used after the table was cleared.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { BUCKETS = 4 };

struct entry {
    unsigned key;
    struct entry *next;
};

struct table {
    struct entry *buckets[BUCKETS];
};

static void put(struct table *t, unsigned key) {
    struct entry **bucket = &t->buckets[key % BUCKETS];
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->next = *bucket;
    *bucket = e;
}

static struct entry *find(struct table *t, unsigned key) {
    struct entry *e = t->buckets[key % BUCKETS];
    while (e && e->key != key)
        e = e->next;
    return e;
}

static void clear(struct table *t) {
    for (int i = 0; i < BUCKETS; i++) {
        while (t->buckets[i]) {
            struct entry *e = t->buckets[i];
            t->buckets[i] = e->next;
            free(e);
        }
    }
}

int main(void) {
    struct table *t = calloc(1, sizeof *t);
    while (__VERIFIER_nondet_int())
        put(t, (unsigned)__VERIFIER_nondet_int());
    struct entry *e = find(t, 1);
    clear(t);
    free(t);
    if (e)
        e->key += BUCKETS; //~ ERROR use-after-free
    return 0;
}
