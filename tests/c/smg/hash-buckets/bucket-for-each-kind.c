// Each bucket has the items of one kind, appended at the end; which bucket takes an item is looked up by the item's kind.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct item {
    int kind;
    struct item *next;
};
struct bucket {
    int kind;
    struct item *items;
    struct bucket *next;
};
static struct bucket *make(int kind, struct bucket *next) {
    struct bucket *b = malloc(sizeof *b);
    b->kind = kind;
    b->items = 0;
    b->next = next;
    return b;
}
int main(void) {
    struct bucket *buckets = make(0, make(1, make(2, 0)));
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->kind = __VERIFIER_nondet_int() ? 0 : __VERIFIER_nondet_int() ? 1 : 2;
        i->next = 0;
        struct bucket *b = buckets;
        while (b->kind != i->kind)
            b = b->next;
        if (b->items) {
            struct item *last = b->items;
            while (last->next)
                last = last->next;
            last->next = i;
        } else {
            b->items = i;
        }
    }
    while (buckets) {
        while (buckets->items) {
            struct item *i = buckets->items;
            assert(i->kind == buckets->kind); //~ SAFE
            buckets->items = i->next;
            free(i);
        }
        struct bucket *next = buckets->next;
        free(buckets);
        buckets = next;
    }
    return 0;
}
