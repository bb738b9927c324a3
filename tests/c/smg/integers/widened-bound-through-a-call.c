// The index comes out of a function whose loop was widened.
//@ engines: smg
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int limit(void) {
    int n = 0;
    for (int k = 0; k < 7; k++)
        n += 111111;
    return n;
}

static int climb(int n) {
    int i = 0;
    while (i < n && __VERIFIER_nondet_int())
        i += 3;
    return i;
}

int main(void) { //~ SAFE
    int n = limit();
    int i = climb(n);
    char *bytes = malloc(n + 3);
    bytes[i] = 1;
    free(bytes);
    return 0;
}
