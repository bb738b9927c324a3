// The items of a row do not know their parent.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct row;

struct item {
    struct row *parent;
    struct item *next;
};

struct row {
    struct item *items;
    struct row *next;
};

static void add_item(struct row *row) {
    struct item *i = malloc(sizeof *i);
    i->parent = NULL;
    i->next = row->items;
    row->items = i;
}

int main(void) {
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *r = malloc(sizeof *r);
        r->items = NULL;
        r->next = rows;
        rows = r;
        while (__VERIFIER_nondet_int())
            add_item(r);
    }
    while (rows) {
        struct row *r = rows;
        struct item *i = r->items;
        while (i) {
            struct item *next = i->next;
            assert(i->parent == r); //~ ERROR assertion-failed
            free(i);
            i = next;
        }
        rows = r->next;
        free(r);
    }
    return 0;
}
