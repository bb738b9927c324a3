// The list of stack frames is handed back to the caller of all of them.
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
        total += list->value; //~ ERROR out-of-scope
    return total;
}

static struct node *deepest;

static void descend(struct node *list, int depth) {
    struct node here = { 1, list };
    if (depth == 0)
        deepest = &here;
    else
        descend(&here, depth - 1);
}

int main(void) {
    descend(NULL, __VERIFIER_nondet_int() ? 2 : 3);
    return sum(deepest) == 0;
}
