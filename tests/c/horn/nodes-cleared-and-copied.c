// Nodes are filled with zeros and get what a variable holds, all at once.
//@ property: unreach-call
//@ engines: horn
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { int data; struct node *next; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        memset(n, 0, sizeof *n);
        if (n->data || n->next)
            reach_error();
        struct node value = { 3, list };
        memcpy(n, &value, sizeof value);
        list = n;
    }
    for (; list; list = list->next)
        if (list->data != 3)
            reach_error();
}
