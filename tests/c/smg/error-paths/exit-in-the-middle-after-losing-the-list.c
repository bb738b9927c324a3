// The list is lost before the program is left.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    static struct node *head;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
        n->value = __VERIFIER_nondet_int();
    }
    if (__VERIFIER_nondet_int()) {
        head = NULL; //~ ERROR memory-leak
        exit(1);
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    exit(0);
}
