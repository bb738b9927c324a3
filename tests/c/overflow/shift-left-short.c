// A short is shifted as an int, and a negative one may not be.
// Checked: C11 6.5.7p4; UBSan reports the shift.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
extern short __VERIFIER_nondet_short(void);
int main(void) { //~ NOT-PROVED
    short n = __VERIFIER_nondet_short();
    return (n << 3) == 2;
}
