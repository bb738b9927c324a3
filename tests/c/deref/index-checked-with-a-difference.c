// A check of the index minus one that is right.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ NOT-VIOLATED
    unsigned i = __VERIFIER_nondet_uint();
    int a[4] = {0};
    if (i - 1 < 3)
        a[i] = 1;
    return a[0];
}
