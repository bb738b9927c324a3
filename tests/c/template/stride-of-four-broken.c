// A pointer that walks in strides of four stays aligned. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned i = 7, n = 0;
    while (__VERIFIER_nondet_int()) {
        i += 4;
        n++;
    }
    if (i % 4 != 0)
        reach_error(); //~ ERROR error-reached
    return 0;
}
