// The same machine with one state too many.
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
    int state = 0;
    while (1) {
        int x = __VERIFIER_nondet_int();
        if (state == 0 && x == 5)
            state = 1;
        else if (state == 1 && x == 7)
            state = 2;
        else if (state == 2)
            state = x == 9 ? 3 : 0;
        if (state > 2)
            reach_error();   //~ ERROR error-reached
    }
}
