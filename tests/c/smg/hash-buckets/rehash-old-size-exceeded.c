// The old table is walked with the new one's number of buckets.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry {
    unsigned key;
    struct entry *next;
};

static void move_all(struct entry **from, unsigned n, struct entry **to, unsigned m) {
    for (unsigned i = 0; i < n; i++) {
        while (from[i]) { //~ ERROR out-of-bounds
            struct entry *e = from[i];
            from[i] = e->next;
            e->next = to[e->key % m];
            to[e->key % m] = e;
        }
    }
}

int main(void) {
    struct entry **table = calloc(2, sizeof *table);
    while (__VERIFIER_nondet_int()) {
        struct entry *e = malloc(sizeof *e);
        e->key = (unsigned)__VERIFIER_nondet_int();
        e->next = table[e->key % 2];
        table[e->key % 2] = e;
    }
    struct entry **larger = calloc(4, sizeof *larger);
    move_all(table, 4, larger, 4);
    free(table);
    for (int i = 0; i < 4; i++) {
        struct entry *e = larger[i];
        while (e) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
    }
    free(larger);
    return 0;
}
