// The last node holds 4 where 3 is expected.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) { 
    int rounds = __VERIFIER_nondet_int();
    struct node *head = malloc(sizeof *head);
    struct node *cur = head;
    for (int i = 0; i < rounds; i++) {
        cur->next = malloc(sizeof *cur);
        cur->data = 2;
        cur = cur->next;
    }
    cur->data = 4;
    cur->next = 0;
    for (cur = head; cur; cur = cur->next)
        if (cur->data != (cur->next ? 2 : 3))
            reach_error(); //~ ERROR error-reached
}
