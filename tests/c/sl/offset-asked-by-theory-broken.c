// The same with a test that lets one index too many through.
//@ engines: sl
//@ property: valid-deref
//@ args: --sl-check sl
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[5] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    return i < 6 ? a[i] : 0; //~ ERROR out-of-bounds
}
