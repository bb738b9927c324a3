// Two functions that call each other take nodes off two lists in turn.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static void drop_from_two(struct node *one, struct node *two);

static void drop_from_one(struct node *one, struct node *two) {
    if (!one)
        return;
    struct node *next = one->next;
    free(one);
    drop_from_two(next, two);
}

static void drop_from_two(struct node *one, struct node *two) {
    if (!two)
        return;
    struct node *next = two->next;
    free(two);
    drop_from_one(one, next);
}

static struct node *pair(void) {
    struct node *list = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) { //~ SAFE
    struct node *one = pair(), *two = pair();
    if (__VERIFIER_nondet_int())
        drop_from_one(one, two);
    else
        drop_from_one(two, one);
    return 0;
}
