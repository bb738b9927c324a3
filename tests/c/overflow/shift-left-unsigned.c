// An unsigned number has no sign to shift into.
// Checked: C11 6.5.7p4.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ NOT-VIOLATED
    unsigned n = __VERIFIER_nondet_uint();
    return (n << 31) == 2;
}
