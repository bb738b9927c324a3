// The table has an empty entry.
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
static int one(int x) { return x + 1; }
static int two(int x) { return x * 2; }
int main(void) {
    int (*table[3])(int) = { one, two, 0 };
    unsigned i = __VERIFIER_nondet_uint() % 3;
    return table[i](4);   //~ ERROR null-deref
}
