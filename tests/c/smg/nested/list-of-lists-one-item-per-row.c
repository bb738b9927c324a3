// Of each row only the first item is freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    int value;
    struct item *next;
};

struct row {
    struct item *items;
    struct row *next;
};

static struct item *make_items(void) {
    struct item *items = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->value = 1;
        i->next = items;
        items = i;
    }
    return items;
}

int main(void) {
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *r = malloc(sizeof *r);
        r->items = make_items();
        r->next = rows;
        rows = r;
    }
    while (rows) {
        struct row *r = rows;
        rows = r->next;
        if (r->items) {
            struct item *i = r->items;
            r->items = i->next;
            free(i);
        }
        free(r); //~ ERROR memory-leak
    }
    return 0;
}
