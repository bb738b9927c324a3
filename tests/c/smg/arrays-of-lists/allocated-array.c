// An array of list heads on the heap, freed after the lists.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

enum { LISTS = 5 };

static void destroy_all(struct node **heads) {
    for (int i = 0; i < LISTS; i++) {
        struct node *n = heads[i];
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
    }
    free(heads);
}

int main(void) { //~ SAFE
    struct node **heads = malloc(LISTS * sizeof *heads);
    for (int i = 0; i < LISTS; i++) {
        heads[i] = NULL;
        while (__VERIFIER_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            n->value = i;
            n->next = heads[i];
            heads[i] = n;
        }
    }
    destroy_all(heads);
    return 0;
}
