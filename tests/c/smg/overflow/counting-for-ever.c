// A counter that nothing stops.
//@ engines: smg
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int count = 2147483644;
    while (__VERIFIER_nondet_int()) {
        count++; //~ ERROR signed-overflow
    }
    return count > 0;
}
