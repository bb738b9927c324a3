// A recursion that ends after a known number of calls. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int down(int n) {
    return n <= 0 ? 0 : down(n - 1) + 1;
}
int main(void) {
    if (down(4) != 5)
        reach_error(); //~ ERROR error-reached
    return 0;
}
