// The theory of separation logic decides about an index that is an input, or its translation where there is no cvc5.
//@ engines: sl
//@ property: valid-deref
//@ args: --sl-check sl
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ SAFE
    int a[5] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    return i < 5 ? a[i] : 0;
}
