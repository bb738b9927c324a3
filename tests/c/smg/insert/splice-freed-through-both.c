// The list that was hung behind the other is freed once more through its own pointer.
//@ engines: smg
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

int main(void) {
    struct node *one = build();
    struct node *two = build();
    if (!one) {
        one = two;
    } else {
        struct node *last = one;
        while (last->next)
            last = last->next;
        last->next = two;
    }
    destroy(one);
    if (two)
        free(two); //~ ERROR double-free
    return 0;
}
