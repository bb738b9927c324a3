// A switch in a loop drives a list through its states.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node *list = NULL;
    enum { IDLE, GROW, SHRINK, DONE } state = IDLE;
    while (state != DONE) {
        switch (state) {
        case IDLE:
            state = __VERIFIER_nondet_int() ? GROW : SHRINK;
            break;
        case GROW: {
            struct node *n = malloc(sizeof *n);
            n->value = 0;
            n->next = list;
            list = n;
            state = IDLE;
            break;
        }
        case SHRINK:
            if (list) {
                struct node *next = list->next;
                free(list);
                list = next;
            } else {
                state = DONE;
            }
            break;
        default:
            break;
        }
    }
    return 0;
}
