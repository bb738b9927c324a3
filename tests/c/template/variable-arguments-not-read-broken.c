// A function that takes variable arguments and asks for none of them. Its first call is not counted.
//@ engines: template horn auto
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int calls;
static int log_line(const char *format, ...) {
    static int is_open;
    if (is_open)
        calls++;
    is_open = 1;
    return format[0];
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int rounds = 0;
    while (n > 0) {
        log_line("%d %s", n, "left");
        rounds++;
        n--;
    }
    if (calls != rounds)
        reach_error(); //~ ERROR error-reached
    return 0;
}
