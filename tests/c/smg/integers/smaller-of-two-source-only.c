// As much is copied as the source has.
//@ engines: smg
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static size_t size(void) {
    int n = __VERIFIER_nondet_int();
    return n > 0 && n < 50 ? (size_t)n : 1;
}

int main(void) {
    size_t n = size(), m = size();
    char *from = calloc(n, 1);
    char *to = malloc(m);
    memcpy(to, from, n); //~ ERROR out-of-bounds
    free(from);
    free(to);
    return 0;
}
