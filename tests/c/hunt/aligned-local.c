// A large local variable lies at a multiple of sixteen, as gcc puts it: an arena that begins behind it is found.
//@ engines: hunt
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct arena { struct arena *next; unsigned long base, limit, mask; };
int main(void) {
    struct arena first;
    first.next = 0;
    first.mask = 15;
    first.base = ((unsigned long)(&first + 1) + first.mask) & ~first.mask;
    first.limit = first.base;
    char *p = 0;
    if (first.base + 16 > first.limit && __VERIFIER_nondet_int() == 4711)
        p = malloc(16);
    return p == (char *)&first;   //~ ERROR memory-leak
}
