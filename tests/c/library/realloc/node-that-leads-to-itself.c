// A node that leads to itself leads to its old place.
// Checked: C11 7.22.3.5.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
struct n {
    struct n *next;
    int v;
};
int main(void) { //~ NOT-PROVED
    struct n *a = malloc(sizeof*a);
    a->next = a;
    a->v = 1;
    struct n *b = realloc(a, 64);
    if (b->next == b)
        reach_error();
    free(b);
}
