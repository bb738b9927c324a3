// As lost-behind-an-uncertain-place, without the loss.
//@ engines: auto
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 1 || n > 8 || k < 0 || k > 7)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 1;
    int i = k * k % n;
    p[i] = 1;
    if (i > 3) {
        free(p);
        p = malloc(1);
        if (!p)
            return 1;
    }
    free(p);
    return 0;
}
