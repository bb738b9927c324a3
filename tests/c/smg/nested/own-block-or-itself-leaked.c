// The blocks of one kind are not freed.
//@ engines: smg
#include <assert.h>
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
    item->kind = __VERIFIER_nondet_int() ? PLAIN : MARKED;
    if (__VERIFIER_nondet_int()) {
        item->body = malloc(sizeof *item->body);
        if (!item->body)
            abort();
        item->body->next = 0;
        item->kind = LARGE;
    }
    return item;
}

int main(void) { //~ NOT-PROVED
    struct item *list = 0;
    while (__VERIFIER_nondet_int())
        list = make(list);
    for (struct item *item = list; item; item = item->next) {
        if (item->kind == LARGE)
            assert(item->body != item && item->body->next == 0);
        else
            assert(item->body == item);
    }
    while (list) {
        struct item *item = list;
        list = item->next;
        if (item->kind == MARKED)
            item->body = 0;
        free(item);
    }
    return 0;
}
