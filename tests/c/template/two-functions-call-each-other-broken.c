// Two functions that call each other: one of them returns something else.
//@ property: unreach-call
//@ engines: template
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n)
{
    return n == 0 ? 2 : is_even(n - 1);
}

int main(void)
{
    int answer = is_even(__VERIFIER_nondet_uint());
    if (answer < 0 || answer > 1)
        reach_error(); //~ ERROR error-reached
    return 0;
}
