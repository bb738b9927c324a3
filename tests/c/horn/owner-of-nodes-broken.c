// Some node has no owner.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct owner {
    int id;
};
struct part {
    struct owner *owner;
    struct part *next;
};
int main(void) {
    struct owner *boss = malloc(sizeof *boss);
    boss->id = 1;
    struct part *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct part *n = malloc(sizeof *n);
        n->owner = __VERIFIER_nondet_int() ? boss : 0;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->owner != boss)
            reach_error(); //~ ERROR error-reached
}
