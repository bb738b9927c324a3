// A pointer to a variable of an inner block is used only inside it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node outer = { 1, NULL };
    struct node *list = &outer;
    if (__VERIFIER_nondet_int()) {
        struct node inner = { 2, list };
        list = &inner;
        list->next->value = 3;
        list = list->next;
    }
    return list->value == 0;
}
