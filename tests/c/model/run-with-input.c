// One run with a given input.
//@ command: run
//@ input: 4
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4] = { 0 };
    int n = __VERIFIER_nondet_int();
    return a[n]; //~ ERROR out-of-bounds
}
