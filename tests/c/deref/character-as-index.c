// A plain character may be negative.
// Checked: AddressSanitizer reports the underrun.
//@ engines: auto interp smg hunt template sl horn
extern char __VERIFIER_nondet_char(void);
int main(void) { //~ NOT-PROVED
    char c = __VERIFIER_nondet_char();
    int t[128] = {0};
    return t[(int)c];
}
