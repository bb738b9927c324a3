// A new block may lie where the old one was, and an input decides whether it is freed twice.
//@ engines: auto template horn sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    char *old = malloc(8);
    free(old);
    char *new = malloc(8);
    if (old == new && n == 12345)
        free(new);
    free(new); //~ ERROR double-free
    return 0;
}
