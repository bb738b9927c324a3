// A flag remembers whether a node was found; the node is used only then.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    }
    return head;
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) { //~ SAFE
    struct node *head = build();
    struct node *hit = NULL;
    int found = 0;
    for (struct node *n = head; n && !found; n = n->next) {
        if (n->value == 7) {
            hit = n;
            found = 1;
        }
    }
    if (found) {
        assert(hit != NULL);
        hit->value = 8;
    }
    destroy(head);
    return 0;
}
