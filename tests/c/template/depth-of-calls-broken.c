// A global counts how deep a function is in itself; one way out does not count back.
//@ property: unreach-call
//@ engines: template
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int depth;

static void walk(int n)
{
    depth++;
    if (n == 7)
        return;
    if (n > 0 && depth < 50) {
        walk(n - 1);
        if (__VERIFIER_nondet_int())
            walk(n - 2);
    }
    depth--;
}

int main(void)
{
    walk(__VERIFIER_nondet_int());
    if (depth != 0)
        reach_error(); //~ ERROR error-reached
    return 0;
}
