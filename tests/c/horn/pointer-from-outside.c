// A pointer from outside may be null or not; it is not looked behind.
//@ property: unreach-call
//@ engines: horn
#include <stddef.h>
extern void *__VERIFIER_nondet_pointer(void);
void reach_error(void);
int main(void) { //~ SAFE
    int here = 0;
    void *p = __VERIFIER_nondet_pointer();
    void *q = p;
    if (p == NULL)
        here = 1;
    if (here && q)
        reach_error();
}
