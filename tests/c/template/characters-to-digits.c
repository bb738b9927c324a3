// A number is built from digits, each below ten.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int digit = 0, seen = 0;
    while (__VERIFIER_nondet_int()) {
        int c = __VERIFIER_nondet_int();
        if (c < '0' || c > '9')
            break;
        digit = c - '0';
        seen = 1;
    }
    if (digit < 0 || digit > 9 || (!seen && digit))
        reach_error();
    return 0;
}
