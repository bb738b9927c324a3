// A signed number that is doubled by a shift may overflow.
// Checked: C11 6.5.7p4; UBSan reports the shift for 2^30.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    return (n << 1) == 2;
}
