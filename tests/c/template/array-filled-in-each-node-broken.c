// The loop that fills the array inside of each node goes on over the link behind it.
//@ engines: template
//@ property: unreach-call
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int used;
    int values[4];
    struct node *next;
};
int main(void) { //~ NOT-PROVED
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = calloc(1, sizeof *node);
        if (!node)
            abort();
        node->next = list;
        for (int i = 0; i < 6; i++)
            node->values[i] = i;
        list = node;
    }
    for (struct node *p = list; p; p = p->next)
        for (int i = 0; i < 4; i++)
            if (p->values[i] < 0 || p->values[i] > 3)
                reach_error();
    return 0;
}
