// A flag tells whether the counter has passed its limit. Four is the first that is past it.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int i = 0, passed = 0;
    while (__VERIFIER_nondet_int() && i < 1000) {
        i++;
        if (i > 3)
            passed = 1;
    }
    if (passed && i <= 4)
        reach_error(); //~ ERROR error-reached
    return 0;
}
