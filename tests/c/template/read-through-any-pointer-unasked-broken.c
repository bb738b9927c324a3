// What a record's link leads to is read, and decides between two steps of a protocol; one of them leaves out the agreement.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct method {
    unsigned flags;
};
struct session {
    struct method *method;
    int state;
};
int main(void) { //~ NOT-PROVED
    struct session *s = malloc(sizeof *s);
    int agreed = 0;
    s->state = 10;
    while (__VERIFIER_nondet_int()) {
        if (s->state == 10) {
            s->state = s->method->flags & 4 ? 20 : 30;
        } else if (s->state == 20) {
            agreed = 1;
            s->state = 30;
        } else if (s->state == 30) {
            s->state = 40;
        } else {
            if (!agreed)
                reach_error();
            s->state = 40;
        }
    }
    return 0;
}
