// A function that calls itself once for every step returns how many there were, however many that are.
//@ property: unreach-call no-overflow
//@ engines: template
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int steps(int n)
{
    if (n <= 0)
        return 0;
    return steps(n - 1) + 1;
}

int main(void) //~ SAFE
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000)
        return 0;
    if (steps(n) != n)
        reach_error();
    return 0;
}
