// The shared block is freed before the walk that writes to it.
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

int main(void) {
    struct shared *data = malloc(sizeof *data);
    data->value = 8;
    struct node *head = NULL;
    do {
        struct node *n = malloc(sizeof *n);
        n->data = data;
        n->next = head;
        head = n;
    } while (__VERIFIER_nondet_int());
    free(data);
    for (struct node *n = head; n; n = n->next)
        n->data->value = 9; //~ ERROR use-after-free
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
