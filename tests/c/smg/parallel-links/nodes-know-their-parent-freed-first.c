// The children are freed behind their parent, by which they are still taken out.
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

int main(void) {
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
        struct child *c = p->children;
        all = p->next;
        free(p);
        while (c) {
            struct child *next = c->next;
            c->parent->children = next; //~ ERROR use-after-free
            free(c);
            c = next;
        }
    }
    return 0;
}
