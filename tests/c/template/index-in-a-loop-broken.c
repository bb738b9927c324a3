// An index stays inside of the array. One number is wrong.
//@ engines: template
//@ property: valid-deref
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int a[10];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        return 0;
    for (int i = 0; i < n; i++)
        a[i + 1] = i; //~ ERROR out-of-bounds
    return 0;
}
