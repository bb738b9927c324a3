// The first row keeps its pointer, and both rows free the items.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};

struct row {
    struct item *items;
};

static void clear(struct row *r) {
    while (r->items) {
        struct item *i = r->items;
        r->items = i->next; //~ ERROR use-after-free
        free(i);
    }
}

int main(void) {
    struct row *one = calloc(1, sizeof *one);
    struct row *two = calloc(1, sizeof *two);
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->next = one->items;
        one->items = i;
    }
    two->items = one->items;
    clear(one);
    clear(two);
    free(one);
    free(two);
    return 0;
}
