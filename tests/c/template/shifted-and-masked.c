// Bits that are masked away do not come back.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x = (x << 1 | (unsigned)__VERIFIER_nondet_int()) & 0xffu;
        if (x > 255)
            reach_error();
    }
    return 0;
}
