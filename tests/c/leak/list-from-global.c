// Reachable through a chain, through an interior pointer, and through a pointer kept as an integer.
#include <stdint.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *head;
static int *inside;
static uintptr_t number;
int main(void) { //~ SAFE
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    inside = (int *)malloc(10 * sizeof(int)) + 5;
    number = (uintptr_t)malloc(3);
    return 0;
}
