// The one operand changes the pointer through which the other one reads.
//@ engines: interp smg hunt auto
#include <stdlib.h>
struct node { struct node *next; int *data; };
int main(void) { //~ NOT-PROVED
    struct node *n = malloc(sizeof *n);
    int small = 0, large[2] = {0, 0};
    int *blocks[2] = {&small, large};
    n->next = n;
    n->data = &small;
    struct node **alias = &n->next;
    struct node other = {0, large};
    int *p = ((*alias = &other) != 0 ? 0 : 0) + n->next->data;
    int *q = (int *)((*alias = n) ? blocks[0] : blocks[1]);
    p[1] = q == 0;
    free(n);
    return 0;
}
