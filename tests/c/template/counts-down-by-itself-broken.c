// A function that calls itself once for every step returns one too few after six steps.
//@ property: unreach-call no-overflow
//@ engines: template
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int steps(int n)
{
    if (n <= 0)
        return 0;
    return steps(n - 1) + (n != 6);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000)
        return 0;
    if (steps(n) != n)
        reach_error(); //~ ERROR error-reached
    return 0;
}
