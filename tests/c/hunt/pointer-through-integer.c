// Through an integer and back, with a tag in the lowest bit.
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
    int *p = malloc(sizeof *p);
    unsigned long tagged = (unsigned long)p | (__VERIFIER_nondet_bool() ? 1 : 0);
    if (tagged & 1)
        tagged -= 1;
    int *q = (int *)tagged;
    *q = 3;
    free(q);
    return 0;
}
//~ SAFE
