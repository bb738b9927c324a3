// A number that changes in steps of two stays even. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        if (x > 100)
            x = x > 101;
    }
    if (x % 2)
        reach_error(); //~ ERROR error-reached
    return 0;
}
