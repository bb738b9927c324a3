// All nodes of a list point to one block, which is freed once.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct shared {
    int value;
};

struct node {
    struct shared *data;
    struct node *next;
};

int main(void) { //~ SAFE
    struct shared *data = malloc(sizeof *data);
    data->value = 8;
    struct node *head = NULL;
    do {
        struct node *n = malloc(sizeof *n);
        n->data = data;
        n->next = head;
        head = n;
    } while (__VERIFIER_nondet_int());
    for (struct node *n = head; n; n = n->next)
        n->data->value = 9;
    free(head->data);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
