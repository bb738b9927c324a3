// As its safe sibling, but the step may be subtracted as well, when it is still negative.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int sum = -50, step = __VERIFIER_nondet_int();
    if (step < -3 || step > 1000)
        return 0;
    while (sum < 0) {
        if (__VERIFIER_nondet_int() && sum > -1000)
            sum -= step * 20;
        if (step < 1000)
            step++;
    }
    if (step <= 0)
        reach_error(); //~ ERROR error-reached
    return 0;
}
