// The freed beginning of the list is returned, and the caller frees it again.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *new_node(void) {
    return __VERIFIER_nondet_int() ? malloc(sizeof(struct node)) : NULL;
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next; //~ ERROR use-after-free
        free(head);
        head = next;
    }
}

static struct node *build(int length) {
    struct node *head = NULL;
    for (int i = 0; i < length; i++) {
        struct node *n = new_node();
        if (!n) {
            destroy(head);
            return head;
        }
        n->value = i;
        n->next = head;
        head = n;
    }
    return head;
}

int main(void) {
    struct node *list = build(__VERIFIER_nondet_int());
    destroy(list);
    return 0;
}
