// The callee believes the count.
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
static int sum(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0 && x < 100);
    __VERIFIER_assert(sum(3, x, 1, 2) == x + 4);   //~ ERROR assertion-failed
    return 0;
}
