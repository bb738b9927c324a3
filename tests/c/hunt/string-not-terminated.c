// Four input bytes, none of them zero, and no room for the end.
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
    char s[4];
    for (int i = 0; i < 4; i++)
        s[i] = __VERIFIER_nondet_uchar();
    return strlen(s) > 2;   //~ ERROR out-of-bounds
}
