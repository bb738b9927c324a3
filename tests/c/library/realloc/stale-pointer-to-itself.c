// A pointer that a block holds to itself is stale if the block moved.
// Checked: AddressSanitizer reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
struct node {
    struct node *self;
    int values[2];
};
int main(void) { //~ NOT-PROVED
    struct node *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->self = p;
    struct node *q = realloc(p, 1000 * sizeof *p);
    if (!q) {
        free(p);
        return 0;
    }
    q->self->values[0] = 1;
    free(q);
    return 0;
}
