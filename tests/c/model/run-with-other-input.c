// The same program with another input.
//@ command: run
//@ input: 3
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int a[4] = { 0 };
    int n = __VERIFIER_nondet_int();
    return a[n];
}
