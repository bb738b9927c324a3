// A counter that grows by six and twelve is divisible by two.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    unsigned n = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            n += 6;
        else
            n += 12;
    }
    if (n % 2 == 1)
        reach_error();
    return 0;
}
