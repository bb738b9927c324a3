// A recursion that ends after a known number of calls.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int down(int n) {
    return n <= 0 ? 0 : down(n - 1) + 1;
}
int main(void) { //~ SAFE
    if (down(4) != 4)
        reach_error();
    return 0;
}
