// `realloc` keeps what the block held, gives the new size, and may or may not move it.
//@ engines: template auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);
int main(void) { //~ SAFE
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    a[1] = __VERIFIER_nondet_int();
    int second = a[1];
    int *b = realloc(a, 4 * sizeof *b);
    b[2] = 3;
    b[3] = 4;
    __VERIFIER_assert(b[0] == 1 && b[1] == second && b[3] == 4);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += b[i] != 0;
    __VERIFIER_assert(sum >= 3);
    free(b);
    return 0;
}
