// An array of lists with their lengths; a list has nodes exactly when its length is not zero.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first;
    int length;
};

static void push(struct list *l) {
    struct node *n = malloc(sizeof *n);
    n->value = 0;
    n->next = l->first;
    l->first = n;
    l->length = 1;
}

static void clear(struct list *l) {
    while (l->first) {
        struct node *n = l->first;
        l->first = n->next;
        free(n);
    }
    l->length = 0;
}

int main(void) { //~ SAFE
    struct list lists[2] = { { NULL, 0 }, { NULL, 0 } };
    while (__VERIFIER_nondet_int())
        push(&lists[__VERIFIER_nondet_int() ? 1 : 0]);
    for (int i = 0; i < 2; i++) {
        if (lists[i].length)
            lists[i].first->value = 1;
        clear(&lists[i]);
        assert(!lists[i].first && !lists[i].length);
    }
    return 0;
}
