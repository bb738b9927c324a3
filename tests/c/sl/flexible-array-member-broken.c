// One byte is written behind the block.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct text { unsigned length; char bytes[]; };
int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 30;
    struct text *t = malloc(sizeof *t + n + 1);
    t->length = n;
    t->bytes[n + 1] = 0; //~ ERROR out-of-bounds
    int r = t->bytes[t->length];
    free(t);
    return r;
}
