// Rows and columns are mixed up.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000 || m < 1 || m > 1000)
        return 0;
    int **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++)
        rows[i] = malloc(m * sizeof **rows);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            rows[i][j] = i;
    for (int i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
    return 0;
}
