// The array of each round ends with it.
//@ property: valid-deref
//@ engines: horn
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int *before = 0;
    int sum = 0;
    for (int n = 2; __VERIFIER_nondet_int(); n++) {
        int a[n];
        a[0] = a[1] = n;
        if (before && n > 5)
            sum += *before;
        before = a;
    }
    return sum;
}
