// The array starts without a value, so the first push links to nowhere.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *stacks[3];
    stacks[0] = stacks[1] = NULL;
    int which;
    while ((which = __VERIFIER_nondet_int())) {
        if (which < 0 || which >= 3)
            which = 2;
        struct node *n = malloc(sizeof *n);
        n->value = which;
        n->next = stacks[which];
        stacks[which] = n;
    }
    for (int i = 0; i < 3; i++) {
        while (stacks[i]) {
            struct node *n = stacks[i];
            stacks[i] = n->next; //~ ERROR uninit-pointer
            free(n);
        }
    }
    return 0;
}
