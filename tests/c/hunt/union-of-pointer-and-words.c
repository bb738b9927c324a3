// A pointer written as one member and read as another is still the pointer.
//@ engines: hunt
//@ data-model: lp64 ilp32
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
union cell { int *pointer; unsigned long word; unsigned char bytes[sizeof(int *)]; };
int main(void) {
    union cell a, b;
    a.pointer = malloc(sizeof(int));
    b.word = a.word;
    *b.pointer = __VERIFIER_nondet_int();
    for (unsigned i = 0; i < sizeof b.bytes; i++)
        b.bytes[i] = a.bytes[i];
    free(b.pointer);
    return 0;
}
//~ SAFE
