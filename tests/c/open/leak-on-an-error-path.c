// The second allocation fails, and the first block is forgotten.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
struct pair { char *a, *b; };
int pair_init(struct pair *p) {
    char *a = malloc(8);
    if (!a)
        return -1;
    char *b = malloc(8);
    if (!b) //~ ERROR memory-leak
        return -1;
    p->a = a;
    p->b = b;
    return 0;
}
