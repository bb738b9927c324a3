// Widening goes past the last index, because no constant of the program is near; one more iteration wins it back.
//@ engines: smg
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) { //~ SAFE
    int n = 0;
    for (int k = 0; k < 7; k++)
        n += 111111;
    char *bytes = malloc(n + 4);
    int i = 0;
    while (i < n && __VERIFIER_nondet_int())
        i += 5;
    bytes[i] = 1;
    free(bytes);
    return 0;
}
