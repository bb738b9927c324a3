// A check of the index minus one lets one too many pass.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ NOT-PROVED
    unsigned i = __VERIFIER_nondet_uint();
    int a[4] = {0};
    if (i - 1 < 4)
        a[i] = 1;
    return a[0];
}
