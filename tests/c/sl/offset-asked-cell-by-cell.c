// One query per cell decides about an index that is an input.
//@ engines: sl
//@ property: valid-deref
//@ args: --sl-check smt
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ SAFE
    int a[5] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    return i < 5 ? a[i] : 0;
}
