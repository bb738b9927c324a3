// The copy keeps the link of the original: the list forks, and its end is freed twice.
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
        struct node *next = head->next; //~ ERROR use-after-free
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = build();
    if (head) {
        struct node *twin = malloc(sizeof *twin);
        memcpy(twin, head, sizeof *twin);
        assert(twin->next == head->next && twin->value == head->value);
        destroy(twin);
    }
    destroy(head);
    return 0;
}
