// The caller keeps its old pointer, and the next removal reads the freed node.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *pop(struct node *head) {
    struct node *rest = head->next; //~ ERROR use-after-free
    free(head);
    return rest;
}

int main(void) {
    struct node *head = malloc(sizeof *head);
    head->next = NULL;
    pop(head);
    if (__VERIFIER_nondet_int())
        pop(head);
    return 0;
}
