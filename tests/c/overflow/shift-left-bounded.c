// A number below half of the greatest can be doubled.
// Checked: C11 6.5.7p4.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-VIOLATED
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= 1 << 30)
        return 0;
    return (n << 1) == 2;
}
