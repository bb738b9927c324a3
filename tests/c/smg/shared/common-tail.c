// Two lists end in the same tail; each part is freed once.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *prepend_some(struct node *list) {
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 0;
        n->next = list;
        list = n;
    }
    return list;
}

static void free_until(struct node *list, struct node *end) {
    while (list != end) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) { //~ SAFE
    struct node *tail = prepend_some(NULL);
    struct node *one = prepend_some(tail);
    struct node *two = prepend_some(tail);
    free_until(one, tail);
    free_until(two, tail);
    free_until(tail, NULL);
    return 0;
}
