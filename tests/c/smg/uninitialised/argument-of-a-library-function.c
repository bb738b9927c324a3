// The size of a block that nobody has set.
//@ engines: smg
//@ property: no-uninit
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    size_t size;
    if (__VERIFIER_nondet_int())
        size = 8;
    void *p = malloc(size); //~ ERROR uninit-read
    free(p);
    return 0;
}
