// Every kind of branching that a witness can tell of, on the way to a block that was freed.
//@ engines: hunt
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int larger(int a, int b) { return (a > b) ? a : b; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned char k = __VERIFIER_nondet_uchar();
    int *p = malloc(sizeof *p * 4);
    int sum = 0;
    for (int i = 0; i < n && i < 3; i++) {
        p[i] = larger(i, k);
        sum += p[i];
    }
    switch (k) {
    case 7: sum++; break;
    case 9: sum = 5; break;
    default: break;
    }
    if (!(n == 3) || (k != 9 && k != 7)) {
        free(p);
        return 0;
    }
    while (sum > 0) sum--;
    do sum++; while (sum < 2);
    free(p);
    return p[0] + sum;  //~ ERROR use-after-free
}
