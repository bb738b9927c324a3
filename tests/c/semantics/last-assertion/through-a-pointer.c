// The last assertion is in a function that is called through a pointer.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
extern void reach_error(void);
static void fail(int value) {
    if (value == 7)
        reach_error();
}
static void pass(int value) {
    (void)value;
}
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    void (*functions[])(int) = {pass, fail};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9)
        return 0;
    if (n == 10)
        reach_error();
    functions[n % 2](n);
    return 0;
}
