// The last element is behind the end.
//@ engines: horn
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int n = __VERIFIER_nondet_uchar();
    if (n < 1)
        return 0;
    int a[n];
    for (int i = 0; i <= n; i++)
        a[i] = 3; //~ ERROR out-of-bounds
}
