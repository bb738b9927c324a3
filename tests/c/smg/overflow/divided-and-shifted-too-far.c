// The divisor may be zero, and the shift as large as the word.
//@ engines: smg
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (b < 0 || b > 32)
        return 0;
    int quotient = a / b; //~ ERROR division-by-zero
    unsigned shifted = 1u << b; //~ ERROR bad-shift
    return quotient > 0 && shifted > 1;
}
