// A tag says whether the node owns a block.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct value { int is_block; union { long number; char *block; } u; };
int main(void) { //~ SAFE
    struct value v;
    v.is_block = __VERIFIER_nondet_int() != 0;
    if (v.is_block)
        v.u.block = malloc(3);
    else
        v.u.number = 7;
    if (v.is_block)
        free(v.u.block);
    return 0;
}
