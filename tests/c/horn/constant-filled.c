// A constant is filled with zeros.
//@ property: valid-deref
//@ engines: horn
#include <string.h>
struct pair { int a, b; };
static const struct pair fixed = { 1, 2 };
static struct pair other;
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    struct pair *p = __VERIFIER_nondet_int() ? (struct pair *)&fixed : &other;
    memset(p, 0, sizeof *p);
    return 0;
}
