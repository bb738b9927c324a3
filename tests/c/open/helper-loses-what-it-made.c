// An error path of a helper: once it has allocated, nothing that it is given decides.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
struct pair { char *a, *b; };
static int fill(struct pair *p, int n) {
    if (n < 1 || n > 64)
        return -1;
    char *a = malloc(n);
    if (!a)
        return -1;
    char *b = malloc(n);
    if (!b) //~ ERROR memory-leak
        return -1;
    p->a = a;
    p->b = b;
    return 0;
}
int start(struct pair *p) { return fill(p, 16); }
