// A byte of 128 or more does not fit into the top of an int.
// Checked: C11 6.5.7p4; UBSan reports the shift.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ NOT-PROVED
    unsigned char c = __VERIFIER_nondet_uchar();
    return (c << 24) == 2;
}
