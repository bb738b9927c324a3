// A link still leads to where the node was.
// Checked: AddressSanitizer reports it.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
struct n {
    struct n *next;
};
int main(void) { //~ NOT-PROVED
    struct n *a = malloc(sizeof*a), *b = malloc(sizeof*b);
    a->next = b;
    b->next = 0;
    b = realloc(b, 64);
    if (a->next->next)
        reach_error();
    free(b);
    free(a);
}
