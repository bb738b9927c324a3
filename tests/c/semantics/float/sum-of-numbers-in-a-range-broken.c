// The sum of two numbers above one may be rounded to four.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) {
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    if (!(a >= 1 && a < 2 && b >= 1 && b <= 2))
        return 0;
    if (a + b == 4)
        reach_error(); //~ ERROR error-reached
    return 0;
}
