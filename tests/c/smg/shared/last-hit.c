// The node found last is remembered, and forgotten when it is removed.
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
    if (last_hit == n)
        last_hit = NULL;
    free(n);
}

int main(void) { //~ SAFE
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
        last_hit->value = 2;
    while (head)
        remove_first();
    return 0;
}
