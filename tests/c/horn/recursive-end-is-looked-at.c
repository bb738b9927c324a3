// What happens in and behind a function that calls itself is not forgotten.
//@ engines: horn
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int down(int n) {
    return n <= 0 ? n : down(n - 1);
}
int main(void) {
    if (down(__VERIFIER_nondet_int()) < 0)
        reach_error(); //~ ERROR error-reached
}
