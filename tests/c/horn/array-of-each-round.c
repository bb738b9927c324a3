// Each round of a loop has an array of its own.
//@ property: valid-deref
//@ engines: horn
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_uchar();
        char b[n + 2];
        b[n + 1] = b[0] = 0;
    }
}
