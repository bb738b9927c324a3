// A pointer that a block holds to itself is right if the block did not move.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
struct node {
    struct node *self;
    int values[2];
};
int main(void) { //~ NOT-PROVED
    struct node *p = malloc(sizeof *p);
    p->self = p;
    struct node *q = realloc(p, sizeof *p + 4);
    if (q->self == q)
        reach_error();
    free(q);
    return 0;
}
