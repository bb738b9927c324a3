// The reciprocal by two steps of Newton's method is further off than that: products of doubles, which solvers find hard.
//@ property: unreach-call
//@ engines: auto
double __VERIFIER_nondet_double(void);
void reach_error(void);
int main(void) {
    double a = __VERIFIER_nondet_double();
    if (!(a >= 20 && a <= 30))
        return 0;
    double x = 0.01;
    for (int i = 0; i < 2; i++)
        x = x * (2 - a * x);
    if (x * a < 0.9 || x * a > 1.1)
        reach_error(); //~ ERROR error-reached
    return 0;
}
