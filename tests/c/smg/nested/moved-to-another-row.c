// The items of the first row are handed over to a new one.
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
        r->items = i->next;
        free(i);
    }
}

int main(void) { //~ SAFE
    struct row *one = calloc(1, sizeof *one);
    struct row *two = calloc(1, sizeof *two);
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->next = one->items;
        one->items = i;
    }
    two->items = one->items;
    one->items = NULL;
    clear(one);
    clear(two);
    free(one);
    free(two);
    return 0;
}
