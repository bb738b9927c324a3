// Some pointers lead to the last four bytes of the buffer, and five are written.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    char *cursor;
    char buffer[8];
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->cursor = __VERIFIER_nondet_int() ? n->buffer : n->buffer + 4;
        list = n;
    }
    for (struct node *n = list; n; n = n->next) {
        n->cursor[0] = 'a';
        n->cursor[4] = 'b'; //~ ERROR out-of-bounds
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
