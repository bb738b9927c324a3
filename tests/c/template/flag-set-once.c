// A flag that was set stays set.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int seen = 0, count = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() == 7) {
            seen = 1;
            if (count < 100)
                count++;
        }
        if (__VERIFIER_nondet_int() == 9)
            seen = 1;
    }
    if (count > 0 && !seen)
        reach_error();
    return 0;
}
