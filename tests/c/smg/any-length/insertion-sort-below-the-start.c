// The inner index goes one too far down.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1 << 28)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < n; i++) {
        int moved = a[i], j = i;
        while (j >= 0 && a[j - 1] > moved) { //~ ERROR out-of-bounds
            a[j] = a[j - 1]; //~ ERROR out-of-bounds
            j--;
        }
        a[j] = moved; //~ ERROR out-of-bounds
    }
    free(a);
    return 0;
}
