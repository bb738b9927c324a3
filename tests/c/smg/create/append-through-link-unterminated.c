// The last link is never written before the list is walked.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};

int main(void) {
    static struct node *head;
    struct node **link = &head;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 2;
        *link = n;
        link = &n->next;
    }
    if (link == &head)
        return 0;
    return (*link)->value; //~ ERROR uninit-pointer
}
