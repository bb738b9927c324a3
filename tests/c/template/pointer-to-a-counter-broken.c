// A variable that is changed through its address. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void step(int *x) {
    if (*x < 50)
        *x += 3;
}
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int())
        step(&x);
    if (x > 50)
        reach_error(); //~ ERROR error-reached
    return 0;
}
