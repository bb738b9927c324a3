// A new node may lie where the old top was.
// Checked: C11 6.2.4p2; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
struct n {
    struct n *next;
};
static struct n *top;
int main(void) { //~ NOT-PROVED
    struct n *a = malloc(sizeof*a);
    top = a;
    struct n *seen = top;
    top = 0;
    free(a);
    struct n *b = malloc(sizeof*b);
    b->next = 0;
    top = b;
    if (top == seen)
        reach_error();
    free(b);
    top = 0;
}
