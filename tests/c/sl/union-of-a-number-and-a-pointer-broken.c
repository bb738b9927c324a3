// Numbers are freed, too.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct value { int is_block; union { long number; char *block; } u; };
int main(void) {
    struct value v;
    v.is_block = __VERIFIER_nondet_int() != 0;
    if (v.is_block)
        v.u.block = malloc(3);
    else
        v.u.number = 7;
    if (1)
        free(v.u.block); //~ ERROR wild-free
    return 0;
}
