// Each node has a buffer and a pointer into it, at the start or in the middle. The places differ from node to node.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    char *cursor;
    char buffer[8];
};
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->cursor = __VERIFIER_nondet_int() ? n->buffer : n->buffer + 4;
        list = n;
    }
    for (struct node *n = list; n; n = n->next) {
        n->cursor[0] = 'a';
        n->cursor[3] = 'b';
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
