// The old pointer is used after the block may have moved.
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
    int *p = malloc(2 * sizeof *p);
    p[0] = p[1] = 0;
    int *q = p;
    if (__VERIFIER_nondet_int() == 9)
        q = realloc(p, 8 * sizeof *p);
    p[1] = 5;   //~ ERROR use-after-free
    free(q);
    return 0;
}
