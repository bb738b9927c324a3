// A list in which two marks alternate is taken apart into one list for each.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int mark;
    struct node *next;
};
int main(void) {
    struct node *list = malloc(sizeof *list);
    struct node *last = list;
    int odd = 1;
    while (__VERIFIER_nondet_int()) {
        last->mark = odd ? 1 : 2;
        odd = !odd;
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    last->mark = 3;
    last->next = 0;

    struct node *parts[2] = {0, 0};
    for (odd = 1; list->mark != 3; odd = !odd) {
        struct node *n = list;
        list = list->next;
        n->next = parts[odd];
        parts[odd] = n;
    }
    free(list);
    for (odd = 0; odd < 2; odd++)
        while (parts[odd]) {
            struct node *n = parts[odd];
            assert(n->mark == (odd ? 1 : 2)); //~ SAFE
            parts[odd] = n->next;
            free(n);
        }
    return 0;
}
