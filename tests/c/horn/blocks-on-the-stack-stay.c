// What `alloca` gives stays until the function returns, also if it is called again.
//@ property: unreach-call
//@ engines: horn
#include <alloca.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ NOT-PROVED
    int *before = 0;
    for (int n = 2; __VERIFIER_nondet_int(); n++) {
        int *a = alloca(n * sizeof *a);
        for (int i = 0; i < n; i++)
            a[i] = n;
        if (before && before[0] + 1 == a[0] && n > 4)
            reach_error();
        before = a;
    }
}
