// Each child knows its parent, which is a node of another list, and is taken out of it by that.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct parent {
    struct parent *next;
    struct child *children;
};
struct child {
    struct child *next;
    struct parent *parent;
};

int main(void) { //~ SAFE
    struct parent *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct parent *p = malloc(sizeof *p);
        p->children = 0;
        p->next = all;
        all = p;
        while (__VERIFIER_nondet_int()) {
            struct child *c = malloc(sizeof *c);
            c->parent = p;
            c->next = p->children;
            p->children = c;
        }
    }
    while (all) {
        struct parent *p = all;
        while (p->children) {
            struct child *c = p->children;
            c->parent->children = c->next;
            free(c);
        }
        all = p->next;
        free(p);
    }
    return 0;
}
