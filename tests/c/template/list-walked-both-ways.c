// A doubly-linked list is walked to its end and back; what the nodes hold stays known.
//@ property: valid-deref unreach-call
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct stop {
    struct stop *next;
    struct stop *prev;
    int zone;
};
int main(void) { //~ SAFE
    struct stop *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct stop *stop = malloc(sizeof *stop);
        stop->zone = __VERIFIER_nondet_int() ? 1 : 2;
        stop->next = first;
        stop->prev = NULL;
        if (first)
            first->prev = stop;
        first = stop;
    }
    struct stop *last = NULL;
    for (struct stop *s = first; s; s = s->next)
        last = s;
    for (struct stop *s = last; s; s = s->prev)
        if (s->zone < 1 || s->zone > 2)
            reach_error();
    return 0;
}
