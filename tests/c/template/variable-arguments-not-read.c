// A function that takes variable arguments and asks for none of them, as the stub of a log function in a driver.
//@ engines: template horn auto
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int calls;
static int log_line(const char *format, ...) {
    calls++;
    return format[0];
}
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    int rounds = 0;
    while (n > 0) {
        log_line("%d %s", n, "left");
        rounds++;
        n--;
    }
    if (calls != rounds)
        reach_error();
    return 0;
}
