// What is made is forgotten if somebody else was faster.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct cell {
    struct cell *next;
};
static struct cell *stack, *popped;

int main(void) {
    int pusher = 1, popper = 10;
    struct cell *made = 0, *seen = 0, *top = 0, *below = 0;
    for (int going = 1; going;) {
        if (__VERIFIER_nondet_int()) {
            switch (pusher) {
            case 1:
                made = malloc(sizeof *made);
                pusher = 2;
                break;
            case 2:
                seen = stack;
                made->next = seen;
                pusher = 3;
                break;
            case 3:
                if (stack == seen) { //~ ERROR memory-leak
                    stack = made;
                    made = 0;
                    pusher = 1;
                } else {
                    pusher = 1;
                    made = 0;
                }
                seen = 0;
                break;
            }
        } else {
            switch (popper) {
            case 10:
                top = stack;
                if (top)
                    popper = 11;
                break;
            case 11:
                below = top->next;
                popper = 12;
                break;
            case 12:
                if (stack == top) {
                    stack = below;
                    top->next = popped;
                    popped = top;
                }
                top = below = 0;
                popper = 10;
                break;
            }
        }
        if (__VERIFIER_nondet_int() && pusher == 1 && popper == 10)
            going = 0;
    }
    while (stack) {
        struct cell *c = stack;
        stack = c->next;
        free(c);
    }
    while (popped) {
        struct cell *c = popped;
        popped = c->next;
        free(c);
    }
    return 0;
}
