// The last node is forgotten if it is the only one.
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
    cur->data = rounds > 0 ? 3 : 2;
    cur->next = 0;
    cur = head;
    while (cur) {
        if (cur->next) {
            if (cur->data != 2)
                reach_error();
        } else if (cur->data != 3) {
            reach_error();
        }
        cur = cur->next;
    }
}
