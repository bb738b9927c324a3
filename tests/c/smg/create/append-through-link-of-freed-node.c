// The link to be set next lies in a node that was freed meanwhile.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head;
    struct node **link = &head;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 2;
        *link = n;
        link = &n->next;
    }
    struct node *extra = malloc(sizeof *extra);
    *link = extra;
    link = &extra->next;
    free(extra);
    *link = NULL; //~ ERROR use-after-free
    return 0;
}
