// The list still starts at a variable whose block was left.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node outer = { 1, NULL };
    struct node *list = &outer;
    if (__VERIFIER_nondet_int()) {
        struct node inner = { 2, list };
        list = &inner;
        list->next->value = 3;
    }
    return list->value == 0; //~ ERROR out-of-scope
}
