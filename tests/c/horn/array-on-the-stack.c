// An array on the stack whose length is an input.
//@ property: valid-deref
//@ engines: horn
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_uchar();
    int a[n + 1];
    for (int i = 0; i <= n; i++)
        a[i] = i;
}
