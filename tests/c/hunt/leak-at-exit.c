// What a local of a suspended caller holds is not lost when the program exits.
//@ engines: hunt
//@ property: valid-memtrack
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
static void quit(int *p) {
    if (*p > 3)
        exit(0);
}
int main(void) {
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    quit(p);
    free(p);
    return 0;
}
//~ SAFE
