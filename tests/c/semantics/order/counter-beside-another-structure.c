// The counter of one structure is compared with the limit of another: these are never the same bytes, so there is one order.
//@ engines: interp smg auto
#include <stdlib.h>
struct table { unsigned limit; struct table *self; };
struct bucket { void *first; unsigned count; };
struct entry { int key; struct table *table; };
int main(void) { //~ SAFE
    struct table *t = malloc(sizeof *t);
    struct bucket *buckets = calloc(4, sizeof *buckets);
    struct entry *e = malloc(sizeof *e);
    t->limit = 2;
    t->self = t;
    e->table = t;
    int beyond = 0;
    for (unsigned i = 0; i < 12; i++) {
        struct bucket *b = &buckets[i & 3];
        if (++(b->count) > e->table->self->limit)
            beyond++;
    }
    int *block = malloc(sizeof(int));
    block[beyond - 4] = 1;
    free(block);
    free(e);
    free(buckets);
    free(t);
    return 0;
}
