// A ring of any length is walked once around.
//@ property: valid-deref unreach-call
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct seat {
    struct seat *next;
    int number;
};
int main(void) { //~ SAFE
    struct seat *first = malloc(sizeof *first);
    first->next = first;
    first->number = 1;
    while (__VERIFIER_nondet_int()) {
        struct seat *seat = malloc(sizeof *seat);
        seat->number = 2;
        seat->next = first->next;
        first->next = seat;
    }
    struct seat *s = first;
    do {
        if (s->number != 1 && s->number != 2)
            reach_error();
        s = s->next;
    } while (s != first);
    return 0;
}
