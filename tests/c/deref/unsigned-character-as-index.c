// An unsigned character is no negative index.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
extern char __VERIFIER_nondet_char(void);
int main(void) { //~ NOT-VIOLATED
    char c = __VERIFIER_nondet_char();
    int t[256] = {0};
    return t[(unsigned char)c];
}
