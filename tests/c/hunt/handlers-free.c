// A handler of atexit cleans up, on every way out.
//@ engines: hunt
//@ property: valid-memcleanup
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
static int *global;
static void cleanup(void) { free(global); }
int main(void) {
    atexit(cleanup);
    global = malloc(4);
    if (__VERIFIER_nondet_int() > 7)
        exit(1);
    return 0;
}
//~ SAFE
