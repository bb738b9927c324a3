// Two counters grow in the proportion of one to two. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int i = 0, s = 0;
    while (i < n) {
        i++;
        s += 2;
    }
    if (s != 2 * n + 2 * (n == 3))
        reach_error(); //~ ERROR error-reached
    return 0;
}
