// The array ends with the call that made it.
//@ property: valid-deref
//@ engines: horn
int __VERIFIER_nondet_int(void);
static int *make(int n) {
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    int *p = a;
    return p;
}
int main(void) {
    int *p = make(__VERIFIER_nondet_int() ? 2 : 3);
    return p[1]; //~ ERROR out-of-scope
}
