// A new block may have the address of one that a list remembers.
// Checked: C11 6.2.4p2; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
struct n {
    void *k;
    struct n *next;
};
int main(void) { //~ NOT-PROVED
    struct n *h = 0;
    for (int i = 0; i < 2; i++) {
        void *p = malloc(8);
        for (struct n *x = h; x; x = x->next)
            if (x->k == p)
                reach_error();
        struct n *y = malloc(sizeof*y);
        y->k = p;
        y->next = h;
        h = y;
        free(p);
    }
    while (h) {
        struct n *t = h->next;
        free(h);
        h = t;
    }
}
