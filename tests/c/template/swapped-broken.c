// Two variables change places, their sum stays. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int a = 1, b = 2;
    while (__VERIFIER_nondet_int()) {
        int t = a;
        a = b;
        b = t + (a == 1);
    }
    if (a + b != 3)
        reach_error(); //~ ERROR error-reached
    return 0;
}
