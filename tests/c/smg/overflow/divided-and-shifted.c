// The divisor is positive, and the shift smaller than the word.
//@ engines: smg
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (b < 1 || b > 31)
        return 0;
    int quotient = a / b;
    unsigned shifted = 1u << b;
    return quotient > 0 && shifted > 1;
}
