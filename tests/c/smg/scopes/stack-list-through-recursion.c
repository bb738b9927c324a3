// Each call adds a node of its own stack frame to the list that it passes down.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static int sum(struct node *list) {
    int total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}

static int descend(struct node *list, int depth) {
    struct node here = { 1, list };
    if (depth == 0)
        return sum(&here);
    return descend(&here, depth - 1);
}

int main(void) { //~ SAFE
    return descend(NULL, __VERIFIER_nondet_int() ? 2 : 3) == 0;
}
