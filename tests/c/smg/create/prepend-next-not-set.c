// The new node is put in front of the list but not linked to it, so its link is never written.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    static struct node *head = NULL;
    if (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        head = n;
    }
    return head ? head->next->value : 0; //~ ERROR uninit-pointer
}
