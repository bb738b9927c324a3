// Either the sum is still negative, or something positive was added: a disjunction that no case of the program says.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int sum = -50, step = __VERIFIER_nondet_int();
    if (step < -3 || step > 1000)
        return 0;
    while (sum < 0) {
        if (__VERIFIER_nondet_int() && sum > -1000)
            sum += step;
        if (step < 1000)
            step++;
    }
    if (step <= 0)
        reach_error();
    return 0;
}
