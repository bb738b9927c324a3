// A function of two parameters is called with one.
//@ engines: smg
extern int __VERIFIER_nondet_int(void);
static int first(int a, int b) {
    return a + 0 * b;
}
int main(void) {
    int (*function)(int) = (int (*)(int))first;
    return function(__VERIFIER_nondet_int()) > 3; //~ ERROR invalid-call
}
