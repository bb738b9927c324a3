// A number is built from digits, each below ten. Nine is a digit.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int digit = 0, seen = 0;
    while (__VERIFIER_nondet_int()) {
        int c = __VERIFIER_nondet_int();
        if (c < '0' || c > '9')
            break;
        digit = c - '0';
        seen = 1;
    }
    if (digit < 0 || digit > 8)
        reach_error(); //~ ERROR error-reached
    return 0;
}
