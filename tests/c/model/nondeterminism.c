// The machine does not explore inputs.
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    return n == 3;
}
//~ UNKNOWN nondeterminism
