// Every label is reached by some input; one of them is wrong.
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
    unsigned char buffer[4];
    int at = 0;
again:
    switch (__VERIFIER_nondet_int()) {
    case 1 ... 5:
        buffer[at++] = 1;   //~ ERROR out-of-bounds
        goto again;
    case 9:
        at = 0;
        goto again;
    default:
        return 0;
    }
}
