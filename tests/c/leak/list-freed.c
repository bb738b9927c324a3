// Everything is freed: also valid-memcleanup holds.
//@ property: valid-memcleanup valid-memtrack valid-deref valid-free
//@ data-model: lp64 ilp32
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) { //~ SAFE
    struct node *head = 0;
    for (int i = 0; i < 50; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
