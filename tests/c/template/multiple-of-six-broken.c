// A counter that grows by six and twelve is divisible by two. It need not be divisible by twelve.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            n += 6;
        else
            n += 12;
    }
    if (n % 12 == 6)
        reach_error(); //~ ERROR error-reached
    return 0;
}
