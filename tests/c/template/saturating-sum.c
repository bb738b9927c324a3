// A sum that is cut off at a limit.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int sum = 0, step = __VERIFIER_nondet_int();
    if (step < 0 || step > 100)
        return 0;
    while (__VERIFIER_nondet_int()) {
        sum += step;
        if (sum > 500)
            sum = 500;
    }
    if (sum < 0 || sum > 500)
        reach_error();
    return 0;
}
