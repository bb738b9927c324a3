// A node is copied as a block; the copy gets a link of its own.
//@ engines: smg
#include <string.h>
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
    if (head) {
        struct node *twin = malloc(sizeof *twin);
        memcpy(twin, head, sizeof *twin);
        assert(twin->next == head->next && twin->value == head->value);
        twin->next = head;
        head = twin;
    }
    destroy(head);
    return 0;
}
