// The pointer that zeroed memory holds is null, also where all others lead into the middle of a block.
//@ property: unreach-call
//@ engines: template
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct entry {
    int key;
    int link;
};
static int *first;

int main(void) { //~ SAFE
    int any = 0;
    while (__VERIFIER_nondet_int()) {
        struct entry *e = malloc(sizeof *e);
        e->link = 1;
        first = &e->link;
        any = 1;
    }
    if (!any && first)
        reach_error();
    return 0;
}
