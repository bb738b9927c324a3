// As table-in-one-block, with one place too many in the last row.
//@ engines: auto
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6)
        return 0;
    char *table = malloc(n * n);
    if (!table)
        return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            table[i * n + j] = i == j; //~ ERROR out-of-bounds
    free(table);
    return 0;
}
