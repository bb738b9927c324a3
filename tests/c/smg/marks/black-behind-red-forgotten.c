// A red node may be the last one.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
enum colour { BLACK, RED };
struct node {
    struct node *next;
    enum colour colour;
};
static struct node *append(struct node *last, enum colour colour) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->colour = colour;
    last->next = n;
    return n;
}
int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = 0;
    list->colour = BLACK;
    struct node *last = list;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            last = append(last, RED);
        if (last->colour == RED && __VERIFIER_nondet_int())
            last = append(last, BLACK);
    }


    for (struct node *n = list; n; n = n->next)
        if (n->colour == RED) {
            n = n->next;
            assert(n->colour == BLACK); //~ ERROR null-deref
            //~^ ERROR assertion-failed
        }
    while (list) {
        struct node *next = list->next;
        if (list->colour == RED) {
            struct node *black = next;
            next = black->next;
            free(black);
        }
        free(list);
        list = next;
    }
    return 0;
}
