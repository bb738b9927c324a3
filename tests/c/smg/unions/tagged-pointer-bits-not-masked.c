// The mark is left in the address that is freed.
//@ engines: smg
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    uintptr_t link;
    int value;
};

static struct node *target(uintptr_t link) {
    return (struct node *)(link & ~(uintptr_t)1);
}

int main(void) {
    struct node *head = NULL;
    head = malloc(sizeof *head);
    head->value = 0;
    uintptr_t marked = (uintptr_t)head | 1;
    if (__VERIFIER_nondet_int())
        free((void *)marked); //~ ERROR interior-free
    free(target(marked));
    return 0;
}
