// A counter goes down by threes and stops above minus three. Minus three is possible.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    while (n >= 0)
        n -= 3;
    if (n < -2 || n > -1)
        reach_error(); //~ ERROR error-reached
    return 0;
}
