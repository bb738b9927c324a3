// `memcpy` must not be given one block twice, `memmove` may.
//@ engines: horn
#include <string.h>
int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void) { //~ NOT-PROVED
    struct pair one = { 1, 2 }, two = { 3, 4 };
    struct pair *p = __VERIFIER_nondet_int() ? &one : &two;
    memmove(p, &one, sizeof one);
    memcpy(p, &one, sizeof one);
    return 0;
}
