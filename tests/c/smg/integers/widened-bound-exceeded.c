// The last step of the loop may go further than the array.
//@ engines: smg
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0;
    for (int k = 0; k < 7; k++)
        n += 111111;
    char *bytes = malloc(n + 3);
    int i = 0;
    while (i < n && __VERIFIER_nondet_int())
        i += 5;
    bytes[i] = 1; //~ ERROR out-of-bounds
    free(bytes);
    return 0;
}
