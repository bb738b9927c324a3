// The same function, which frees what it has.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
struct pair { char *a, *b; };
int pair_init(struct pair *p) { //~ SAFE
    char *a = malloc(8);
    if (!a)
        return -1;
    char *b = malloc(8);
    if (!b) {
        free(a);
        return -1;
    }
    p->a = a;
    p->b = b;
    return 0;
}
