// The ranges overlap if more than four bytes are copied.
//@ engines: hunt smg
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char b[16] = { 0 };
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    memcpy(b + 8, b, n);
    memcpy(b + 4, b, n); //~ ERROR overlap
    return 0;
}
