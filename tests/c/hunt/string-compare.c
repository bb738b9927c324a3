// The password is found byte by byte.
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
    char s[5];
    for (int i = 0; i < 4; i++)
        s[i] = __VERIFIER_nondet_uchar();
    s[4] = 0;
    if (strcmp(s, "key!") == 0)
        reach_error();   //~ ERROR error-reached
    return 0;
}
