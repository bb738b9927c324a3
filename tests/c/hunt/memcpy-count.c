// The count comes from outside.
//@ engines: hunt
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void reach_error(void);
int main(void) {
    char from[16] = { 0 }, to[8];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 9)
        return 0;
    memcpy(to, from, n);   //~ ERROR out-of-bounds
    return 0;
}
