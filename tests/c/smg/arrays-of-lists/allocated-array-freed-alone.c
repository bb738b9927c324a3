// The array is freed and all the lists are lost with it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

enum { LISTS = 5 };

int main(void) {
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
    free(heads); //~ ERROR memory-leak
    return 0;
}
