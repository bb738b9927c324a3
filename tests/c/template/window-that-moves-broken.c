// The distance of two indexes stays as it is while both move. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int low = 0, high = 16;
    while (high < 100000 && __VERIFIER_nondet_int()) {
        low++;
        high++;
    }
    if (high - low != 16 || low > 5)
        reach_error(); //~ ERROR error-reached
    return 0;
}
