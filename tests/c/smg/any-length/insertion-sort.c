// The inner index runs down from the outer one.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1 << 28)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < n; i++) {
        int moved = a[i], j = i;
        while (j > 0 && a[j - 1] > moved) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = moved;
    }
    free(a);
    return 0;
}
