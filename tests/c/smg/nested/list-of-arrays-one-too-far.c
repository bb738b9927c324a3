// The loop over the array takes one step too many.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { LENGTH = 4 };

struct node {
    struct node *next;
    int *numbers;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->numbers = malloc(LENGTH * sizeof *n->numbers);
        for (int i = 0; i <= LENGTH; i++)
            n->numbers[i] = i; //~ ERROR out-of-bounds
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
