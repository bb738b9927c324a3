// A function that asserts is called behind the assertion in `main`.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int value) {
    if (value == 4)
        reach_error();
}
static void wrapped(int value) {
    if (value > 1)
        check(value + 1);
}
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n != n)
        reach_error();
    if (n < 100)
        wrapped(n);
    return 0;
}
