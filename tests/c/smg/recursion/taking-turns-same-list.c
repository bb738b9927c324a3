// The two functions are given the same list: what the one frees the other one reads.
//@ engines: smg
#include <stdlib.h>
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
    struct node *next = two->next; //~ ERROR use-after-free
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

int main(void) {
    struct node *one = pair();
    drop_from_one(one, one);
    return 0;
}
