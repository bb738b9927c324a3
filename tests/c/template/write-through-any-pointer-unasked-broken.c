// A write through a pointer that was never set may go anywhere, also to the state.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct session {
    int *error;
    int state;
};
int main(void) { //~ NOT-PROVED
    struct session *s = malloc(sizeof *s);
    s->state = 10;
    while (__VERIFIER_nondet_int()) {
        *s->error = 3;
        if (s->state != 10)
            reach_error();
    }
    return 0;
}
