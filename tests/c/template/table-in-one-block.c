// A table of rows in one block: that every place is inside the block is shown over numbers, that the block is not lost over shapes.
//@ engines: auto
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6)
        return 0;
    char *table = malloc(n * n);
    if (!table)
        return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            table[i * n + j] = i == j;
    free(table);
    return 0;
}
