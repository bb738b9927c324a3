// What a function returns is known where it is called. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int clamp(int x) {
    if (x < 0)
        return 0;
    return x > 10 ? 11 : x;
}
int main(void) {
    int s = 0;
    while (__VERIFIER_nondet_int()) {
        s = clamp(__VERIFIER_nondet_int());
        if (s < 0 || s > 10)
            reach_error(); //~ ERROR error-reached
    }
    return 0;
}
