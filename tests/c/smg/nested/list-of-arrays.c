// Every node owns an array of four numbers.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { LENGTH = 4 };

struct node {
    struct node *next;
    int *numbers;
};

int main(void) { //~ SAFE
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->numbers = malloc(LENGTH * sizeof *n->numbers);
        for (int i = 0; i < LENGTH; i++)
            n->numbers[i] = i;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head->numbers);
        free(head);
        head = next;
    }
    return 0;
}
