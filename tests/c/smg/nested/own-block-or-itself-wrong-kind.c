// Nodes without a block of their own get the kind that says they have one, and are freed twice.
//@ engines: auto hunt
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { PLAIN, MARKED, LARGE };
struct item {
    struct item *next;
    struct item *body;
    enum kind kind;
};

static struct item *make(struct item *next) {
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->next = next;
    item->body = item;
    item->kind = __VERIFIER_nondet_int() ? PLAIN : LARGE;
    if (__VERIFIER_nondet_int()) {
        item->body = malloc(sizeof *item->body);
        if (!item->body)
            abort();
        item->body->next = 0;
        item->kind = LARGE;
    }
    return item;
}

int main(void) {
    struct item *list = 0;
    while (__VERIFIER_nondet_int())
        list = make(list);
    while (list) {
        struct item *item = list;
        list = item->next;
        if (item->kind == LARGE)
            free(item->body);
        free(item); //~ ERROR double-free
    }
    return 0;
}
