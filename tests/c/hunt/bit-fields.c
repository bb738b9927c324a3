// A counter of three bits comes round.
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
struct flags { unsigned ready : 1; unsigned count : 3; int sign : 4; };
int main(void) {
    struct flags f = { 0, 0, 0 };
    for (int i = 0; i < 8; i++) {
        f.count++;
        f.ready = __VERIFIER_nondet_bool();
    }
    f.sign = __VERIFIER_nondet_int();
    __VERIFIER_assert(f.count == 0);
    __VERIFIER_assert(f.sign >= -8 && f.sign < 8);
    return 0;
}
//~ SAFE
