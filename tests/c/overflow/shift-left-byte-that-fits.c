// Any byte fits one bit below the top.
// Checked: clean under UBSan for all 256.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ NOT-VIOLATED
    unsigned char c = __VERIFIER_nondet_uchar();
    return (c << 23) == 2;
}
