// The items hold 0, 1, 2 and so on, but there may be six of them only.
//@ property: unreach-call
//@ engines: auto
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct item {
    int number;
    struct item *next;
};
int main(void) {
    struct item *first = malloc(sizeof *first), *last = first;
    int count = 0;
    while (count < 5 || __VERIFIER_nondet_int()) {
        last->number = count;
        last->next = malloc(sizeof *last);
        last = last->next;
        count++;
    }
    last->number = count;
    last->next = NULL;
    int three = 0, seven = 0;
    for (struct item *item = first; item; item = item->next) {
        if (item->number == 3)
            three = 1;
        if (item->number == 7)
            seven = 1;
    }
    if (!three || !seven)
        reach_error(); //~ ERROR error-reached
    return 0;
}
