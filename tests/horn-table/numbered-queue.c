// Nodes are numbered as they come.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *head = 0, *tail = 0;
    int put = 0;
    while (__VERIFIER_nondet_int() && put < 1000) {
        struct node *n = malloc(sizeof *n);
        n->data = put++;
        n->next = 0;
        if (tail)
            tail->next = n;
        else
            head = n;
        tail = n;
    }
    for (; head; head = head->next)
        if (head->data < 0 || head->data >= put)
            reach_error();
}
