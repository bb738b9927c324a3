// Where a block lies is any number: a hash of it is below its modulus.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int bucket;
};
int main(void) { //~ SAFE
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->bucket = (int)((unsigned long)node / 16 % 64);
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        if (node->bucket < 0 || node->bucket > 63)
            reach_error();
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
