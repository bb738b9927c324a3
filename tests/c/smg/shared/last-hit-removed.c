// The node found last is removed, but still remembered.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *head;
static struct node *last_hit;

static void remove_first(void) {
    struct node *n = head;
    head = n->next;
    free(n);
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next)
        if (__VERIFIER_nondet_int())
            last_hit = n;
    if (head)
        remove_first();
    if (last_hit)
        last_hit->value = 2; //~ ERROR use-after-free
    while (head)
        remove_first();
    return 0;
}
