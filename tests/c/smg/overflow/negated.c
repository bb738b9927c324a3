// The least number has no opposite.
//@ engines: smg
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = -a; //~ ERROR signed-overflow
    return b > 0;
}
