// Bits that are masked away do not come back. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x = (x << 1 | (unsigned)__VERIFIER_nondet_int()) & 0x1ffu;
        if (x > 255)
            reach_error(); //~ ERROR error-reached
    }
    return 0;
}
